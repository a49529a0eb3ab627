// The form for a new game: moves chairs, seats joined phones, shows what belongs to the game, names who begins.

import { base } from "./base.js";
import { notice } from "./notice.js";
import { follow } from "./stream.js";

const form = document.getElementById("begin");
const chairs = [...form.querySelectorAll('input[name="player"]')];
const sat = [...form.querySelectorAll('input[name="was"]')]; // the names that the page knows; a player may get another
const more = document.getElementById("more");
const outside = document.getElementById("outside");
const printPads = document.getElementById("print-pads");
const KEPT = "chairs";
const belongs = (part) => part.dataset.games.split(" ").includes(form.elements.game.value);
const hasCards = () => belongs(form.elements.pad.closest("[data-games]"));

// On a chair that the program takes stands its own name: nobody types one there.
const takers = [...form.querySelectorAll('select[name="computer"]')];
function computers() {
  const withCards = hasCards();
  takers.forEach((taker, number) => {
    taker.hidden = withCards;
    if (withCards) taker.value = "";
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
  showChosen();
  signs();
  ownPads(game.value);
  const kind = form.querySelector('[name="game"]:checked');
  letters(kind);
  const count = chairs.filter((chair) => chair.value.trim()).length;
  outside.hidden = !count || (count >= Number(kind.dataset.low) && count <= Number(kind.dataset.high));
  outside.textContent = outside.dataset.text.replace("{low}", kind.dataset.low).replace("{high}", kind.dataset.high);
  for (const part of document.querySelectorAll("[data-games]")) part.hidden = !belongs(part);
  const rulings = document.getElementById("rulings");
  rulings.hidden = !rulings.querySelector("[data-games]:not([hidden])");
  document.getElementById("chairs").dataset.count = chairs.filter((chair) => !chair.closest("li").hidden).length;
  more.parentElement.hidden = !chairs.some((chair) => chair.closest("li").hidden);
  const pad = hasCards() ? form.elements.pad.value : game.value;
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

// Two steps: the game, then the chairs. A tap on a game leads on; the arrow keys only choose.
const main = document.getElementById("main");
function step(name) {
  main.dataset.step = name;
  scrollTo(0, 0);
  const held = name === "who" ? chairs.find((chair) => !chair.value) ?? chairs[0] : form.querySelector('[name="game"]:checked');
  held.focus({ preventScroll: true });
}

// Each name has a picture and a colour that stay with it (person_sign.py counts the same). A tap on it chooses others.
const { pictures, hues, chosen } = document.getElementById("chairs").dataset;
const paths = pictures.split("|"), known = new Map(Object.entries(JSON.parse(chosen)));
function ownSign(name) {
  let number = 7;
  for (const letter of name) number = (number * 31 + letter.codePointAt(0)) % 2 ** 32;
  return [number % paths.length, Math.floor(number / paths.length) % Number(hues)];
}

// No two people at the table have the same colour; the latest choice goes first.
function coloursOf(names) {
  const found = new Map(), taken = (hue) => [...found.values()].includes(hue);
  for (const name of [...known.keys()].reverse()) {
    if (names.includes(name) && !taken(known.get(name)[1])) found.set(name, known.get(name)[1]);
  }
  for (const name of names) {
    if (found.has(name)) continue;
    const own = ownSign(name)[1];
    const turn = Array.from({ length: Number(hues) }, (_, step) => (own + step) % Number(hues));
    found.set(name, turn.find((hue) => !taken(hue)) ?? own);
  }
  return found;
}

const people = () => chairs.flatMap((chair, place) => chair.value.trim() && !takers[place].value ? [chair.value.trim().toLowerCase()] : []);

function signs() {
  const colours = coloursOf(people());
  chairs.forEach((chair, place) => {
    const name = chair.value.trim(), taken = Boolean(takers[place].value);
    const chip = chair.closest("li").querySelector("[data-sign]"), sign = name.toLowerCase();
    const [drawn] = known.get(sign) ?? ownSign(sign), hue = colours.get(sign);
    const shown = `${name} ${taken} ${drawn} ${hue}`;
    if (chip.dataset.shown === shown) return;
    chip.dataset.shown = shown;
    chip.disabled = !name || taken;
    chip.ariaLabel = name ? chip.dataset.label.replace("{player}", name) : null;
    chip.className = !name ? "person" : taken ? "person machine" : `person hue-${hue}`;
    if (!name) { chip.textContent = chip.dataset.sign; return; }
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", taken ? "M5 8h14v11H5ZM12 8V4M9 13v1M15 13v1" : paths[drawn]);
    picture.setAttribute("viewBox", "0 0 24 24");
    picture.append(path);
    chip.replaceChildren(picture);
  });
}

const dialog = document.getElementById("picture-dialog"), choice = dialog.querySelector("form");
document.getElementById("chairs").addEventListener("click", (event) => {
  const chip = event.target.closest("[data-sign]");
  if (!chip) return;
  const name = chip.closest("li").querySelector('[name="player"]').value.trim(), title = dialog.querySelector("h2");
  dialog.dataset.name = name;
  title.textContent = title.dataset.text.replace("{player}", name);
  const sign = name.toLowerCase(), colours = coloursOf(people());
  choice.elements.picture.value = String((known.get(sign) ?? ownSign(sign))[0]);
  choice.elements.hue.value = String(colours.get(sign));
  for (const each of choice.elements.hue) each.disabled = !each.checked && [...colours.values()].includes(Number(each.value));
  dialog.showModal();
});
choice.addEventListener("submit", async () => {
  const { name } = dialog.dataset, found = [choice.elements.picture.value, choice.elements.hue.value];
  const body = new URLSearchParams({ name, picture: found[0], hue: found[1] });
  const answer = await fetch(`${base}/people/picture`, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) { notice((await answer.json()).error.text); return; }
  known.delete(name.toLowerCase());
  known.set(name.toLowerCase(), found.map(Number));
  signs();
});

function showChosen() {
  const game = form.querySelector('[name="game"]:checked').closest(".game");
  document.getElementById("chosen-game").textContent = game.querySelector("b").textContent;
  document.getElementById("chosen-picture").src = game.querySelector("img").src;
}

document.getElementById("to-chairs").addEventListener("click", () => step("who"));
document.getElementById("other-game").addEventListener("click", () => step("which"));
for (const game of form.querySelectorAll(".game")) {
  game.addEventListener("click", (event) => { if (event.detail > 0 && event.target.name !== "game") setTimeout(() => step("who")); });
}
main.dataset.step = main.dataset.first;

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
// Each chair comes back with its own name, and no name twice: not one that the table has since given another name.
const chairOf = (chair, place) => ({ name: chair.value.trim(), was: sat[place].value, level: takers[place].value });
let isBegun = false;
form.addEventListener("submit", () => { isBegun = true; });
addEventListener("pagehide", () => {
  if (isBegun) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, JSON.stringify(chairs.map(chairOf)));
});
addEventListener("pageshow", () => { isBegun = false; });
function restore(kept) {
  const come = chairs.map(chairOf), known = (was) => come.some((each) => each.was === was);
  const back = kept.filter(({ name, was, level }) => level || (name && (!was || name !== was || known(was))));
  const stays = (each) => each.was && back.some(({ was }) => was === each.was);
  const filled = [...back, ...come.filter((each) => each.name && !each.level && !stays(each) && !back.some(({ name }) => name === each.name))];
  chairs.forEach((chair, place) => {
    const { name = "", was = "", level = "" } = filled[place] ?? {};
    chair.readOnly = false;
    [chair.value, sat[place].value, takers[place].value] = [level ? "" : name, known(was) ? was : "", level];
    if (name) chair.closest("li").hidden = false;
  });
}
const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
if (kept) restore(kept);
sessionStorage.removeItem(KEPT);

follow({
  view: "table",
  number: () => -1,
  hear: {
    table: ({ html }) => {
      const told = new DOMParser().parseFromString(html, "text/html").getElementById("access");
      if (told) document.getElementById("access").replaceWith(told);
    },
    guests: (guests) => { guests.forEach(sit); names(); },
  },
  lost: () => {}, found: () => {}, rest: () => {},
});
names();

const padFile = document.querySelector(".add-pad input");
padFile.addEventListener("change", () => { if (padFile.files.length) padFile.form.requestSubmit(); });
