// Who sits where: moving a chair up, and "who begins" by name.

const form = document.getElementById("begin");
const chairs = [...form.querySelectorAll('input[name="player"]')];

function names() {
  for (const option of form.querySelectorAll("[data-chair]")) {
    option.dataset.plain ??= option.textContent;
    const name = chairs[option.dataset.chair].value.trim();
    option.textContent = name || option.dataset.plain;
    option.hidden = option.disabled = !name;
    if (!name && option.selected) form.elements.first.value = "lot";
  }
}

form.addEventListener("input", names);
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-up]");
  if (!button) return;
  const here = chairs.indexOf(button.closest("li").querySelector("input"));
  [chairs[here - 1].value, chairs[here].value] = [chairs[here].value, chairs[here - 1].value];
  chairs[here - 1].focus();
  names();
});
names();
