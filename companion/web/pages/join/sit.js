// Copies a typed name into the form with the photo of a sheet, before base.js sends it.

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-send]")) return;
  const typed = [...document.querySelectorAll('input[name="name"]:not([type="hidden"])')].find((field) => field.value.trim());
  if (typed) target.form.elements.name.value = typed.value;
});
