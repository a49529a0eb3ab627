// Sends the photo of a sheet as soon as it is taken, with the name that was typed.

document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-sit]") || !target.files.length) return;
  const typed = [...document.querySelectorAll('input[name="name"]:not([type="hidden"])')].find((field) => field.value.trim());
  if (typed && target.form.elements.name) target.form.elements.name.value = typed.value;
  target.form.requestSubmit();
});
