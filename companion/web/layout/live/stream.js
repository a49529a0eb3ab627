// One live stream for all tabs of this browser, which may have only six connections to the table in total. The tab that
// was opened or shown last has the stream and forwards each event to the others.

import { base } from "./base.js";

const SILENCE = 2500; // milliseconds without an event (two missed heartbeats) after which the table counts as lost
const ATTEMPT = 2000; // timeout of an attempt to reach the table, in milliseconds
const CHECK = 500; // milliseconds between two checks, and between two attempts
const CONNECTIONS = 6; // a browser's maximum number of connections to a server
const channel = "BroadcastChannel" in window ? new BroadcastChannel(`live ${base}`) : undefined;

// An id by which the table recognises a browser without a seat's cookie.
function browser() {
  const fresh = String(Math.random()).slice(2);
  try { return localStorage.browser ??= fresh; } catch { return fresh; }
}

// `hear`: handlers by kind of event. `lost`, `found`: called when the connection to the table is lost and restored.
// `rest`: called when another tab has the stream and can't forward it. Returns a function that opens a new stream.
export function follow({ view, number, hear, lost, found, rest }) {
  let source; // the stream, if this tab has it
  let began = 0; // time when this tab opened the stream
  let heard = Date.now(), tried = 0, isAway = false;

  function take() {
    source?.close();
    tried = Date.now();
    began = tried + Math.random(); // if two tabs open it at the same time, the one with the larger value keeps it
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
      if (!channel) { heard = Infinity; rest(); } // another tab has the stream and can't forward it
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
    if (told.kind === "table" && told.view !== view && hear.table) { // the page of another view
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
  // A browser reuses open connections and can't know that they died with the network. So the page first sends a request
  // on all of them, which closes the dead ones, and then on new ones until the table answers.
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
