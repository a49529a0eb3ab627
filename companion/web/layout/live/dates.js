// Shows dates in the format of the page's language and the device's time zone.

const MOMENT = { dateStyle: "medium", timeStyle: "short" };
const DAY = { weekday: "short", day: "numeric", month: "short", year: "numeric" };

for (const place of document.querySelectorAll("time:is([data-at], [data-day])")) {
  const { at, day } = place.dataset;
  const when = new Date(1000 * Number(at ?? day));
  place.dateTime = at ? when.toISOString() : when.toISOString().slice(0, 10);
  place.textContent = when.toLocaleString(document.documentElement.lang, at ? MOMENT : DAY);
}
