// The screen stays awake while the table is shown: by a wake lock where the browser has one (https, this
// computer), else by a tiny silent film that plays on and on, which phones do not sleep through.

let film;

function roll() {
  if (!film) {
    film = document.createElement("video");
    Object.assign(film, { muted: true, loop: true, playsInline: true, disableRemotePlayback: true });
    film.className = "awake";
    film.setAttribute("aria-hidden", "true");
    film.tabIndex = -1;
    for (const kind of ["webm", "mp4"]) {
      const source = document.createElement("source");
      source.src = `/static/awake.${kind}`;
      source.type = `video/${kind}`;
      film.append(source);
    }
    document.body.append(film);
  }
  film.play().then(
    () => { document.body.dataset.awake = "film"; },
    () => document.addEventListener("pointerup", roll, { once: true }), // a phone that saves power asks for a touch
  );
}

async function stay() {
  if (document.visibilityState !== "visible") { film?.pause(); return; }
  try {
    await navigator.wakeLock.request("screen");
    document.body.dataset.awake = "lock";
  } catch {
    roll(); // no wake lock on plain http, or the battery is low
  }
}

export function stayAwake() {
  document.addEventListener("visibilitychange", stay);
  stay();
}
