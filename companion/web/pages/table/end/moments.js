// Animations: a lock snaps shut, points count up, the winner's page gets its turning point and, once, confetti.

const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const COLOURS = ["red", "yellow", "green", "blue"];
const PIECES = 70;

const figures = () => document.querySelectorAll(".total [data-points], .row-points[data-points]");
const key = (figure) => `${figure.closest(".sheet")?.id} ${figure.dataset.of}`;

// Returns the locks and points that the page shows; called before it changes.
export function remember() {
  return {
    locks: new Map([...document.querySelectorAll(".lock[data-lock]")].map((lock) => [lock.id, lock.dataset.lock])),
    points: new Map([...figures()].map((figure) => [key(figure), Number(figure.dataset.points)])),
    table: document.querySelector(".table")?.id,
  };
}

// Animates the changes since `before`.
export function celebrate(before) {
  if (before.table === document.querySelector(".table")?.id) {
    for (const lock of document.querySelectorAll(".lock[data-lock]")) {
      const was = before.locks.get(lock.id);
      if (was !== "open" || lock.dataset.lock === "open" || CALM.matches) continue;
      lock.classList.add("snaps");
      lock.addEventListener("animationend", () => lock.classList.remove("snaps"), { once: true });
    }
    snapAcross();
    for (const figure of figures()) {
      const was = before.points.get(key(figure));
      if (was !== undefined && was !== Number(figure.dataset.points)) count(figure, was);
    }
  }
  end();
}

// Shows a single big lock, even if the row was closed on several sheets.
function snapAcross() {
  const lock = document.querySelector(".lock.snaps");
  if (!lock || document.querySelector(".lock-moment")) return;
  const colour = COLOURS.find((each) => lock.closest(`.${each}`));
  const moment = Object.assign(document.createElement("div"), { className: `lock-moment ${colour ?? ""}`, ariaHidden: "true" });
  moment.append(lock.querySelector("svg").cloneNode(true));
  document.body.append(moment);
  moment.addEventListener("animationend", (event) => { if (event.target === moment) moment.remove(); });
}

// The text changes at once, also for screen readers; CSS draws the count over it (see moments.css).
function count(figure, was) {
  if (CALM.matches) return;
  figure.style.setProperty("--was", was);
  figure.style.setProperty("--is", figure.dataset.points);
  figure.classList.remove("counts");
  void figure.offsetWidth; // restarts a running count
  figure.classList.add("counts");
  figure.addEventListener("animationend", () => figure.classList.remove("counts"), { once: true });
}

export function end() {
  const podium = document.getElementById("podium");
  if (!podium) return;
  load(document.getElementById("moments"));
  const game = `confetti ${podium.dataset.game}`;
  if (!podium.dataset.game || sessionStorage.getItem(game)) return;
  sessionStorage.setItem(game, "1");
  if (!CALM.matches) throwConfetti();
}

async function load(place) {
  if (!place?.dataset.load || place.dataset.loaded) return;
  place.dataset.loaded = "asked";
  try {
    const answer = await fetch(place.dataset.load);
    if (answer.ok) place.innerHTML = await answer.text();
    place.dataset.loaded = "whole";
  } catch { delete place.dataset.loaded; }
}

function throwConfetti() {
  const sky = Object.assign(document.createElement("div"), { className: "confetti", ariaHidden: "true" });
  document.body.append(sky);
  const falls = Array.from({ length: PIECES }, (_, n) => {
    const piece = Object.assign(document.createElement("i"), { className: COLOURS[n % COLOURS.length] });
    sky.append(piece);
    const left = Math.random() * 100, drift = (Math.random() - 0.5) * 24, turns = (Math.random() - 0.5) * 1400;
    return piece.animate(
      [
        { transform: `translate(${left}vw, -6vh) rotate(0deg)`, opacity: 1 },
        { transform: `translate(${left + drift}vw, 106vh) rotate(${turns}deg)`, opacity: 0.9 },
      ],
      { duration: 1800 + Math.random() * 1600, delay: Math.random() * 500, easing: "cubic-bezier(.3,.2,.7,1)", fill: "both" },
    ).finished;
  });
  Promise.allSettled(falls).then(() => sky.remove());
}
