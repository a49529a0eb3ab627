// The form for a new game: moves chairs, seats joined phones, shows what belongs to the game, names who begins.

import { base } from "./base.js";

const form = document.getElementById("begin");
const chairs = [...form.querySelectorAll('input[name="player"]')];
const sat = [...form.querySelectorAll('input[name="was"]')]; // the names that the page knows; a player may get another
const more = document.getElementById("more");
const outside = document.getElementById("outside");
const printPads = document.getElementById("print-pads");
const KEPT = "chairs";

// On a chair that the program takes stands its own name: nobody types one there.
const takers = [...form.querySelectorAll('select[name="computer"]')];
function computers() {
  takers.forEach((taker, number) => {
    const chair = chairs[number], taken = Boolean(taker.value);
    if (taken === chair.readOnly) return;
    chair.readOnly = taken;
    chair.value = taken ? taker.dataset.computer : "";
    if (taken) sat[number].value = "";
  });
}

function names() {
  computers();
  const { way, first, game } = form.elements;
  for (const option of form.querySelectorAll("[data-chair]")) {
    option.dataset.plain ??= option.textContent;
    const name = chairs[option.dataset.chair].value.trim();
    option.textContent = name || option.dataset.plain;
    option.hidden = option.disabled = !name;
    if (!name && option.selected) first.value = "lot";
  }
  first.hidden = way.value === "lot";
  const lot = first.querySelector('[value="lot"]');
  lot.hidden = lot.disabled = way.value !== "lot";
  if (way.value === "lot") first.value = "lot";
  else if (first.value === "lot" || !first.value) first.value = first.querySelector("[data-chair]:not([hidden])")?.value ?? "lot";
  for (const row of form.querySelectorAll("[data-row]")) {
    const name = chairs[row.dataset.row].value.trim();
    row.hidden = !name;
    row.querySelector("[data-name]").textContent = name;
  }
  ownPads(game.value);
  const kind = game.selectedOptions[0];
  letters(kind);
  const count = chairs.filter((chair) => chair.value.trim()).length;
  outside.hidden = !count || (count >= Number(kind.dataset.low) && count <= Number(kind.dataset.high));
  outside.textContent = outside.dataset.text.replace("{low}", kind.dataset.low).replace("{high}", kind.dataset.high);
  for (const part of document.querySelectorAll("[data-games]")) part.hidden = !part.dataset.games.split(" ").includes(game.value);
  more.parentElement.hidden = !chairs.some((chair) => chair.closest("li").hidden);
  const pad = game.value === "cards" ? form.elements.pad.value : game.value;
  const seated = chairs.map((chair) => chair.value.trim()).filter(Boolean).join(", ");
  printPads.search = new URLSearchParams({ game: pad, names: seated });
}

// In Double everyone plays on the pad of the chosen game, until somebody chooses the other one.
let chosenGame = form.elements.game.value;
function ownPads(game) {
  if (game === chosenGame) return;
  chosenGame = game;
  for (const pad of form.querySelectorAll('[name="double"]')) {
    if ([...pad.options].some((option) => option.value === game)) pad.value = game;
  }
}

// A pad of one's own may have fewer lettered sheets than the games in the box. When the game changes, players get
// different letters as long as there are any.
let dealtFor = form.elements.game.value;
function letters(kind) {
  const fields = [...form.querySelectorAll('[name="letter"]')];
  const all = [...fields[0].options].map((option) => option.value);
  const known = kind.dataset.letters ? kind.dataset.letters.split(" ") : all;
  for (const { options } of fields) for (const option of options) option.hidden = option.disabled = !known.includes(option.value);
  if (kind.value === dealtFor) return;
  dealtFor = kind.value;
  const used = Object.fromEntries(known.map((letter) => [letter, 0]));
  for (const field of fields) {
    const fewest = Math.min(...Object.values(used));
    if (used[field.value] !== fewest) field.value = known.find((letter) => used[letter] === fewest);
    used[field.value] += 1;
  }
}

function sit(name) {
  if ([...chairs, ...sat].some((field) => field.value.trim().toLowerCase() === name.toLowerCase())) return;
  const free = chairs.find((chair) => !chair.value.trim());
  if (!free) return;
  free.closest("li").hidden = false;
  sat[chairs.indexOf(free)].value = free.value = name;
}

form.addEventListener("input", names);
form.addEventListener("change", names);
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-up]");
  if (!button) return;
  const here = chairs.indexOf(button.closest("li").querySelector('input[name="player"]'));
  for (const fields of [takers, chairs, sat]) [fields[here - 1].value, fields[here].value] = [fields[here].value, fields[here - 1].value];
  for (const number of [here - 1, here]) chairs[number].readOnly = Boolean(takers[number].value);
  chairs[here - 1].focus();
  names();
});
more.addEventListener("click", () => {
  const chair = chairs.find((each) => each.closest("li").hidden);
  if (chair) { chair.closest("li").hidden = false; chair.focus(); }
  names();
});

// Typed names survive letting phones in, which reloads the page.
addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify(chairs.map((chair) => chair.value))));
for (const name of JSON.parse(sessionStorage.getItem(KEPT) ?? "[]")) if (name.trim()) sit(name.trim());
sessionStorage.removeItem(KEPT);
form.addEventListener("submit", () => setTimeout(() => sessionStorage.removeItem(KEPT)));

const stream = new EventSource(`${base}/live?page=new-${Math.random()}`);
stream.addEventListener("table", (event) => {
  const told = new DOMParser().parseFromString(JSON.parse(event.data).html, "text/html").getElementById("access");
  if (told) document.getElementById("access").replaceWith(told);
});
stream.addEventListener("guests", (event) => { JSON.parse(event.data).forEach(sit); names(); });
names();

const padFile = document.querySelector(".add-pad input");
padFile.addEventListener("change", () => { if (padFile.files.length) padFile.form.requestSubmit(); });
