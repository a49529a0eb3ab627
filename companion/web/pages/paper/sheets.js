// Sends the form whenever an answer changes, so that the sheets are compared again; keeps the scroll position.

const again = document.querySelector("[data-compare-button]");
const place = "sheets-scroll";

for (const field of document.querySelectorAll("[data-compare], [data-answer]")) {
  field.addEventListener("change", () => {
    try { sessionStorage.setItem(place, String(scrollY)); } catch { /* without storage, the page starts at the top */ }
    field.form.requestSubmit(again);
  });
}

again.hidden = true;
try {
  const top = sessionStorage.getItem(place);
  if (top !== null && location.search) scrollTo(0, Number(top));
  sessionStorage.removeItem(place);
} catch { /* as above */ }
