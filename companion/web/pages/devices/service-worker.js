// Shows the offline page if the table doesn't answer. Only that page and its styles are cached, so a game is never
// shown in an outdated state.

const BASE = location.pathname.slice(0, location.pathname.lastIndexOf("/")); // the path prefix of all addresses
const KEPT = `offline-1${BASE}`;
const PAGE = `${BASE}/offline`;
const PARTS = [
  PAGE, ...["/static/base.css", "/static/joining.css", "/static/icon.svg", "/static/fredoka-400.woff2", "/static/fredoka-600.woff2"].map((part) => BASE + part),
];

const keep = async () => {
  const kept = await caches.open(KEPT);
  await kept.addAll(PARTS.map((part) => new Request(part, { cache: "reload" })));
  for (const old of await kept.keys()) if (!PARTS.includes(new URL(old.url).pathname)) await kept.delete(old);
};

addEventListener("install", (event) => { skipWaiting(); event.waitUntil(keep()); });
addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const older = (name) => name !== KEPT && name.replace(/^offline-\d+/, "") === BASE; // other programs at this address have caches too
    for (const name of await caches.keys()) if (older(name)) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(PAGE)) ?? Response.error()));
  } else if (PARTS.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

// A page that loads has reached the table: update the cache, also to the current language.
addEventListener("message", (event) => { if (event.data === "reached") event.waitUntil(keep().catch(() => {})); });
