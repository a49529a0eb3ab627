// The script of every page: the base path, held keys, forms with a file, the offline page.

// The path prefix of all addresses; "" unless a proxy serves the table below a path.
export const base = document.documentElement.dataset.base;

// Ignores the repeated events of a held key, except while typing or moving.
addEventListener("keydown", (event) => {
  if (!event.repeat) return;
  const field = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select");
  const presses = event.key === "Enter" ? !event.target.closest?.("textarea") : event.key === " " && !field;
  if (presses && event.target !== document.body) event.preventDefault();
  if (presses || (!field && !/^(Arrow|Page|Tab)/.test(event.key))) event.stopImmediatePropagation();
}, true);

// A file field with data-send sends its form as soon as a file is chosen.
addEventListener("change", ({ target }) => {
  if (target.matches("[data-send]") && target.files.length) target.form.requestSubmit();
});

// If the browser allows it (over HTTPS, or on this computer), cache the offline page.
const keepPage = async () => {
  await navigator.serviceWorker.register(`${base}/service-worker.js`);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("reached");
};
if (isSecureContext && navigator.serviceWorker) {
  keepPage().catch(() => {}); // without a trusted certificate there is only no offline page
}
