// Keeps the screen awake while the table is shown: with a wake lock if the browser allows it (over HTTPS, or on this
// computer), else with a tiny silent video in a loop.

let film;

function playFilm() {
  if (!film) {
    film = document.createElement("video");
    Object.assign(film, { muted: true, loop: true, playsInline: true, disableRemotePlayback: true });
    film.className = "awake";
    film.setAttribute("aria-hidden", "true");
    film.tabIndex = -1;
    for (const kind of ["webm", "mp4"]) {
      const source = document.createElement("source");
      source.src = new URL(`awake.${kind}`, import.meta.url).href;
      source.type = `video/${kind}`;
      film.append(source);
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
