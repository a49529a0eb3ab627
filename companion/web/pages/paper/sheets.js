// Compares the sheets with the table again whenever an answer changes.

const again = document.querySelector("[data-compare-button]");
const place = "sheets-scroll";

for (const field of document.querySelectorAll("[data-compare], [data-answer]")) {
  field.addEventListener("change", () => {
    try { sessionStorage.setItem(place, String(scrollY)); } catch { /* no storage: the page starts at its top */ }
    field.form.requestSubmit(again);
  });
}

again.hidden = true;
try {
  const top = sessionStorage.getItem(place);
  if (top !== null && location.search) scrollTo(0, Number(top));
  sessionStorage.removeItem(place);
} catch { /* as above */ }
