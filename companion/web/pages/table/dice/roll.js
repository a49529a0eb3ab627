// A roll comes in by tapping or by typing: the last die sends it, and a forgotten one stands out.

let byPointer = false;

function open(entry) {
  if (entry.open) return;
  entry.open = true;
}

function complete(form) {
  return [...form.querySelectorAll("fieldset")].every((die) => die.querySelector(":checked"));
}

// The last tap sends the roll, on a doubtful die also that on the face which is chosen already. The arrow keys choose a
// value by passing over others, so they do not.
function tapped(event) {
  const form = event.target.closest?.(".entry form");
  if (!form || event.target.type !== "radio") return;
  const die = event.target.closest("fieldset"), asked = [...form.querySelectorAll("fieldset.asked")];
  die.classList.remove("forgotten");
  if (!byPointer) return;
  die.dataset.tapped = "1";
  if (complete(form) && asked.every((each) => each.dataset.tapped)) form.requestSubmit();
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

// A digit opens the panel and goes into its field, wherever the page is.
function pressed(event) {
  byPointer = false;
  if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea, dialog, [popover]")) return;
  const field = document.querySelector("#main [data-typed]");
  if (!field) return;
  event.preventDefault();
  open(field.closest("details"));
  field.focus();
  field.value += event.key;
  typed({ target: field });
}

// The table names the dice that were forgotten; here they stand out.
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
    if (form) form.noValidate = true; // the table says which die is missing, and the browser does not
  }, true);
  document.addEventListener("submit", sent, true);
}
