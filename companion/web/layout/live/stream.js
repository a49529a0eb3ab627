// One live stream for all tabs of this browser: the tab that was opened or shown last follows it and hands each
// event on to the others. A browser allows six connections to a table, for all of its tabs together.

import { base } from "./base.js";

const SILENCE = 2500; // milliseconds: two heartbeats have not come
const ATTEMPT = 2000; // milliseconds that an attempt to reach the table may take
const CHECK = 500; // milliseconds between two looks at the clock, and between two attempts
const CONNECTIONS = 6; // that a browser keeps to a table at most
const channel = "BroadcastChannel" in window ? new BroadcastChannel(`live ${base}`) : undefined;

// The table knows this browser by its cookie; a screen without one, by this.
function browser() {
  const fresh = String(Math.random()).slice(2);
  try { return localStorage.browser ??= fresh; } catch { return fresh; }
}

// `hear`: what to do with each kind of event. `lost`, `found`: called when the table is lost, and there again.
export function follow({ view, number, hear, lost, found, rest }) {
  let source; // the stream, if this tab follows it
  let began = 0; // when it took the stream
  let heard = Date.now(), tried = 0, isAway = false;

  function take() {
    source?.close();
    tried = Date.now();
    began = tried + Math.random(); // of two that take it at once, the later one keeps it
    channel?.postMessage({ kind: "took", began });
    const mine = source = new EventSource(`${base}/live?page=${browser()}&after=${number()}&view=${view}`);
    let isFirst = true;
    mine.addEventListener("open", () => { isFirst = true; });
    for (const kind of ["table", "scene", "guests", "beat"]) {
      mine.addEventListener(kind, (event) => {
        if (mine !== source) return;
        const told = { kind, data: JSON.parse(event.data), isFirst, view };
        if (kind === "table") isFirst = false;
        channel?.postMessage(told);
        receive(told);
      });
    }
    mine.addEventListener("elsewhere", () => {
      mine.close();
      if (mine !== source) return;
      source = undefined;
      if (!channel) { heard = Infinity; rest(); } // another tab shows the table, and cannot hand anything on
    });
    mine.addEventListener("gone", () => location.reload()); // this device has left the table
    mine.addEventListener("error", async () => {
      if (mine !== source || mine.readyState !== EventSource.CLOSED) return;
      const answer = await fetch(location.href).catch(() => undefined);
      if (answer?.redirected) location.reload();
    });
  }

  async function receive(told) {
    heard = Date.now();
    if (isAway) { isAway = false; found(); }
    if (told.kind === "table" && told.view !== view && hear.table) { // another view of it
      const answer = await fetch(location.href).catch(() => undefined);
      if (answer?.ok) hear.table({ ...told.data, html: await answer.text() }, told.isFirst);
    } else hear[told.kind]?.(told.data, told.isFirst);
  }

  if (channel) channel.onmessage = ({ data: told }) => {
    if (told.kind === "took") {
      if (source && told.began > began) { source.close(); source = undefined; }
    } else if (told.kind === "left") {
      const since = heard;
      setTimeout(() => { if (!source && heard === since) take(); }, Math.random() * 300 + (document.hidden ? 300 : 0));
    } else receive(told);
  };

  function again() {
    if (!document.hidden && (!source || Date.now() - heard > SILENCE / 2)) take();
  }
  document.addEventListener("visibilitychange", again);
  for (const sign of ["focus", "pointerdown"]) addEventListener(sign, () => { if (!channel) again(); });
  addEventListener("online", take);
  addEventListener("pageshow", (event) => { if (event.persisted) take(); });
  addEventListener("pagehide", () => {
    if (!source) return;
    source.close();
    source = undefined;
    channel?.postMessage({ kind: "left" });
  });
  // A browser asks on connections that it has kept, and cannot know that they died with the network. So the page
  // asks once on all of them, which closes the dead ones, then on new ones, until the table answers.
  async function reach(milliseconds) {
    const limits = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(milliseconds) };
    const answer = await fetch(import.meta.url, limits).catch(() => undefined);
    if (answer && isAway && (!source || Date.now() - tried > ATTEMPT)) take();
  }

  setInterval(() => {
    if (Date.now() - heard < SILENCE) return;
    if (isAway) { reach(ATTEMPT); return; }
    isAway = true;
    source?.close();
    source = undefined;
    lost();
    for (let each = 0; each < CONNECTIONS; each++) reach(CHECK);
  }, CHECK);
  take();
  return take;
}
