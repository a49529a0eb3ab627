// What every page does: it names the path before every address, counts a held key once, sends a chosen file, and
// keeps a page for later.

// The path before every address of the page; empty unless a proxy shows the table below one.
export const base = document.documentElement.dataset.base;

// A key that is held down repeats by itself: on every page only its first press counts, but where people type or move.
addEventListener("keydown", (event) => {
  if (!event.repeat) return;
  const field = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select");
  const presses = event.key === "Enter" ? !event.target.closest?.("textarea") : event.key === " " && !field;
  if (presses && event.target !== document.body) event.preventDefault();
  if (presses || (!field && !/^(Arrow|Page|Tab)/.test(event.key))) event.stopImmediatePropagation();
}, true);

// A field of a file with data-send sends its form as soon as a file is chosen.
addEventListener("change", ({ target }) => {
  if (target.matches("[data-send]") && target.files.length) target.form.requestSubmit();
});

// Where browsers allow it (https, or this computer itself), a page stays that says where the table is.
const keepPage = async () => {
  await navigator.serviceWorker.register(`${base}/service-worker.js`);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("reached");
};
if (isSecureContext && navigator.serviceWorker) {
  keepPage().catch(() => {}); // a certificate that the browser does not know: then there is no such page, and nothing else lacks
}
