// Shows dates in the format of the page's language and the device's time zone.

for (const place of document.querySelectorAll("time[data-at]")) {
  const when = new Date(1000 * Number(place.dataset.at));
  place.dateTime = when.toISOString();
  place.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

for (const place of document.querySelectorAll("time[data-day]")) {
  const when = new Date(1000 * Number(place.dataset.day));
  place.dateTime = when.toISOString().slice(0, 10);
  place.textContent = when.toLocaleDateString(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
}
