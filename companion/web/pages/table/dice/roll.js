// The form for a roll: values are tapped or typed, the last die sends it, and forgotten dice are highlighted.

let byPointer = false;

// The last tap sends the roll; a doubtful die must be tapped even if its value is selected already. Arrow keys don't
// send it, because they pass over other values.
function tapped(event) {
  const form = event.target.closest?.(".entry form");
  if (!form || event.target.type !== "radio") return;
  const die = event.target.closest("fieldset"), asked = [...form.querySelectorAll("fieldset.asked")];
  die.classList.remove("forgotten");
  if (!byPointer) return;
  die.dataset.tapped = "1";
  if (!form.querySelector("fieldset:not(:has(:checked))") && asked.every((each) => each.dataset.tapped)) form.requestSubmit();
}

function typed(event) {
  const field = event.target;
  if (!field.matches?.("[data-typed]")) return;
  if ("separate" in field.dataset) { // 1 may become 12: Enter sends it
    field.value = field.value.replace(/[^\d ,.;]/g, "");
    return;
  }
  field.value = field.value.replace(/\D/g, "");
  if (field.value.length !== Number(field.dataset.typed)) return;
  field.form.noValidate = true; // its dice need not be tapped too
  field.form.requestSubmit();
}

// A digit typed anywhere on the page opens the panel and goes into its field.
function pressed(event) {
  byPointer = false;
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, dialog, [popover]")) return;
  const field = document.querySelector("#main [data-typed]");
  if (!field) return;
  event.preventDefault();
  field.closest("details").open = true;
  field.focus();
  field.value += event.key;
  typed({ target: field });
}

// The table's answer names the forgotten dice; this highlights them.
function sent(event) {
  const form = event.target.closest?.(".entry form");
  if (!form || form.elements.typed?.value) return;
  for (const die of form.querySelectorAll("fieldset")) {
    die.classList.toggle("forgotten", !die.querySelector(":checked"));
  }
  form.querySelector(".forgotten input")?.focus();
}

export function enterRolls() {
  document.addEventListener("pointerdown", () => { byPointer = true; }, true);
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", tapped);
  document.addEventListener("input", typed);
  document.addEventListener("click", (event) => {
    const form = event.target.closest("button")?.closest(".entry form");
    if (form) form.noValidate = true; // the table names the missing die, which the browser would not
  }, true);
  document.addEventListener("submit", sent, true);
}
