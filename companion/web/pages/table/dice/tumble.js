// Animates a new roll: the dice tumble until they rest; then the white sum flies to the cells that it may cross.

const SETTLE_MS = 850, FLIGHT_MS = 520;
const MAX_CELLS = 40; // enough for six players; a slow computer can't animate more at once
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shownRoll = document.getElementById("dice")?.dataset.thrown;

// Called after each change of the page: animates the dice if there is a new roll.
export function tumble() {
  const dice = document.getElementById("dice");
  const thrown = dice?.dataset.thrown;
  if (thrown === shownRoll) return;
  shownRoll = thrown;
  if (!thrown || still.matches) return;
  [...dice.querySelectorAll(".die")].forEach((die, place) => roll(die, place));
  setTimeout(() => land(thrown), SETTLE_MS);
}

// Flies the sum of the white dice to each visible cell where it may be crossed.
function land(thrown) {
  const dice = document.getElementById("dice");
  const sum = document.getElementById("white-sum"); // hidden on phones
  if (!sum || dice?.dataset.thrown !== thrown) return; // the turn has gone on meanwhile
  const from = middle(sum.offsetParent ? sum : dice.querySelector(".white"));
  const cells = [...document.querySelectorAll(".sheets .cell.legal")].map((cell) => [cell, middle(cell)]);
  const inSight = ([, { x, y }]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
  cells.filter(inSight).slice(0, MAX_CELLS).forEach(([cell, to], place) => {
    const chip = Object.assign(document.createElement("b"), { className: "flying-sum", ariaHidden: "true", textContent: sum.textContent });
    document.body.append(chip);
    const at = ({ x, y }, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
    const high = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - 40 };
    chip.animate(
      [{ transform: at(from, 1.6), opacity: 0 }, { transform: at(high, 1.4), opacity: 1, offset: 0.5 }, { transform: at(to, 0.9), opacity: 0.9 }],
      { duration: FLIGHT_MS, delay: 25 * place, easing: "ease-in", fill: "both" },
    ).finished.finally(() => chip.remove());
    cell.animate(
      [{ scale: "1" }, { scale: "1.18", offset: 0.3 }, { scale: "1" }],
      { duration: 320, delay: FLIGHT_MS + 25 * place, easing: "ease-out" },
    );
  });
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function roll(die, place) {
  const side = place % 2 ? 1 : -1;
  const turns = (1.5 + Math.random()) * 360 * side;
  const from = `translate(${-40 - 30 * Math.random()}px, ${-120 - 60 * Math.random()}px)`;
  const time = SETTLE_MS - 60 * Math.random();
  die.animate(
    [
      { transform: `${from} rotate(${-turns}deg) scale(1.25)`, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${8 * side}px, 0) rotate(${-turns / 6}deg) scale(1.04)`, offset: 0.62 },
      { transform: `translate(${-3 * side}px, -9px) rotate(${8 * side}deg)`, offset: 0.8 },
      { transform: "none" },
    ],
    { duration: time, easing: "cubic-bezier(.2, .7, .3, 1)" },
  );
  // pips flicker while the die turns, as if other faces came up
  const pips = [...die.querySelectorAll(".pip, .die-number")];
  for (const pip of pips) {
    const jumps = Array.from({ length: 5 }, () => ({ opacity: Math.random() < 0.5 ? 0 : 1 }));
    pip.animate([...jumps, { opacity: 1 }], { duration: time * 0.7, easing: "steps(6)" });
  }
}
