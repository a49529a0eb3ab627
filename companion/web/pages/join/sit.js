// The photo of a sheet goes with the name that was typed: base.js sends it after this.

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-send]")) return;
  const typed = [...document.querySelectorAll('input[name="name"]:not([type="hidden"])')].find((field) => field.value.trim());
  if (typed) target.form.elements.name.value = typed.value;
});
