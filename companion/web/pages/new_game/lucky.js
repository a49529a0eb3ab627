// Two lucky numbers belong together: a field that lacks its partner says so itself, before the form is sent.

for (const pair of document.querySelectorAll("[data-both]")) {
  const [one, other] = pair.querySelectorAll("input");
  const check = () => {
    for (const [field, beside] of [[one, other], [other, one]]) {
      field.setCustomValidity(!field.value.trim() && beside.value.trim() ? pair.dataset.both : "");
    }
  };
  pair.addEventListener("input", check);
  check();
}
