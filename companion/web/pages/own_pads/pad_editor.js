// The page on which a pad is drawn: sends each deed, and shows the pad that comes of it. Without it, the form does.

import { morph } from "./morph.js";

const main = () => document.getElementById("main");
let waiting = Promise.resolve(); // one deed after the other: each begins with what the last one left

async function redraw(form, button) {
  const data = new FormData(form, button ?? undefined);
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data) });
  if (!answer.ok) { form.submit(); return; } // the page of the error says what is wrong
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  morph(main(), fresh.getElementById("main"));
  for (const field of main().querySelectorAll("input, select")) { // what the server says wins over what was typed
    const told = fresh.getElementById(field.id) ?? fresh.querySelector(`[name="${field.name}"][type="hidden"]`);
    if (!told || field === document.activeElement) continue;
    if (field.type === "checkbox" || field.type === "radio") field.checked = told.checked;
    else field.value = told.value;
  }
}

document.addEventListener("submit", (event) => {
  const { submitter, target } = event;
  if (target.id !== "pad-form" || submitter?.hasAttribute("data-leaves")) return;
  event.preventDefault();
  waiting = waiting.then(() => redraw(target, submitter)).catch(() => target.submit());
});
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-redraw]")) event.target.form.requestSubmit();
});
document.body.dataset.ready = "1";
