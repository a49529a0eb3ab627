// Keeps the screen awake while the table is shown: with a wake lock if the browser allows it (over HTTPS, or on this
// computer), else with a tiny silent video in a loop.

let film;

function playFilm() {
  if (!film) {
    film = document.createElement("video");
    const quiet = { className: "awake", ariaHidden: "true", tabIndex: -1, disableRemotePlayback: true };
    Object.assign(film, { muted: true, loop: true, playsInline: true, ...quiet });
    for (const kind of ["webm", "mp4"]) {
      const src = new URL(`awake.${kind}`, import.meta.url).href;
      film.append(Object.assign(document.createElement("source"), { src, type: `video/${kind}` }));
    }
    document.body.append(film);
  }
  film.play().then(
    () => { document.body.dataset.awake = "film"; },
    () => document.addEventListener("pointerup", playFilm, { once: true }), // a phone in power-saving mode plays videos only after a touch
  );
}

async function stay() {
  if (document.visibilityState !== "visible") { film?.pause(); return; }
  try {
    await navigator.wakeLock.request("screen");
    document.body.dataset.awake = "lock";
  } catch {
    playFilm(); // no wake lock on plain http, or when the battery is low
  }
}

export function stayAwake() {
  document.addEventListener("visibilitychange", stay);
  stay();
}
