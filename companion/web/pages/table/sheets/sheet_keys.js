// Keyboard navigation: Tab moves from sheet to sheet, to a legal cell if there is one; arrow keys move within a sheet.

const STOPS = ".act button, button.cell, .explain";

const stops = (sheet) => [...sheet.querySelectorAll(STOPS)];

// Called after each change of the page: makes one element of each sheet a tab stop.
export function placeTabStops() {
  for (const sheet of document.querySelectorAll("#sheets form.sheet")) {
    const all = stops(sheet);
    const first = sheet.querySelector("button.cell.legal") ?? sheet.querySelector("button.cell.chosen") ?? all[0];
    stopAt(all.includes(document.activeElement) ? document.activeElement : first, all);
  }
}

function stopAt(chosen, all) {
  for (const each of all) each.tabIndex = each === chosen ? 0 : -1;
}

const middle = (each) => {
  const box = each.getBoundingClientRect();
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, half: box.height / 2 };
};

const onOneLine = (one, other) => Math.abs(one.y - other.y) < Math.max(one.half, other.half);
const nearest = (places, distance) => places.sort((one, other) => distance(one) - distance(other))[0];

// Returns the next stop in a direction: to the side on the same line, or the nearest one on the line above or below.
function next(from, all, across, down) {
  const here = middle(from);
  const places = all.map((each) => ({ each, ...middle(each) }));
  if (across) {
    const beside = places.filter((there) => onOneLine(here, there) && (there.x - here.x) * across > 0);
    return nearest(beside, (there) => Math.abs(there.x - here.x))?.each ?? neighbour(from, across);
  }
  const beyond = places.filter((there) => !onOneLine(here, there) && (there.y - here.y) * down > 0);
  const line = nearest(beyond, (there) => Math.abs(there.y - here.y));
  return nearest(beyond.filter((there) => onOneLine(line, there)), (there) => Math.abs(there.x - here.x))?.each;
}

// Fifteen numbers may take two lines: the end of the first leads to the start of the second.
function neighbour(from, across) {
  const cells = [...(from.closest(".cells")?.querySelectorAll(".cell") ?? [])];
  return cells[cells.indexOf(from) + across];
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function target(from, all, key) {
  if (key in ARROWS) return next(from, all, ...ARROWS[key]);
  const row = [...(from.closest(".cells")?.querySelectorAll(".cell") ?? all)];
  return { Home: row[0], End: row.at(-1) }[key];
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const sheet = event.target.closest?.("#sheets form.sheet");
  const all = sheet ? stops(sheet) : [];
  if (!all.includes(event.target)) return;
  const wanted = target(event.target, all, event.key);
  if (!wanted) return;
  event.preventDefault();
  stopAt(wanted, all);
  wanted.focus();
});
