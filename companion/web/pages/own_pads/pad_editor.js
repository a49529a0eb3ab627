// The pad editor: sends each step, and shows the resulting pad. Without this script, the form does the same.

import { morph } from "./morph.js";

const main = () => document.getElementById("main");
let waiting = Promise.resolve(); // each step waits for the last one, whose result it changes

async function redraw(form, button) {
  const data = new FormData(form, button ?? undefined);
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(data) });
  if (!answer.ok) { form.submit(); return; } // the error page says what is wrong
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  morph(main(), fresh.getElementById("main"));
  for (const field of main().querySelectorAll("input, select")) { // the server's values replace typed ones
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
