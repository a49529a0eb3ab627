// The page for a new game on the table's own screen: seats joined phones, and shows the fields that the game needs.

import { base } from "./base.js";
import { notice } from "./notice.js";
import { follow } from "./stream.js";

const form = document.getElementById("begin");
const main = document.getElementById("main");
const seats = [...form.querySelectorAll("#chairs > li")];
const all = (name) => seats.map((seat) => seat.querySelector(`[name="${name}"]`));
const chairs = all("player"), sat = all("was"), takers = all("computer"); // `was`: the name that the page knows
const outside = document.getElementById("outside");
const printPads = document.getElementById("print-pads");
const KEPT = "new game";
const belongs = (part) => part.dataset.games.split(" ").includes(form.elements.game.value);
const hasCards = () => belongs(form.elements.pad.closest("[data-games]"));

// A chair played by the computer shows the computer's name, which can't be edited.
function computers() {
  const withCards = hasCards();
  takers.forEach((taker, number) => {
    if (withCards) taker.value = "";
    const chair = chairs[number], taken = Boolean(taker.value);
    seats[number].classList.toggle("taken", taken);
    seats[number].querySelector(".by-computer").ariaPressed = String(taken);
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
  signs();
  const kind = form.querySelector('[name="game"]:checked'), isAnother = kind.value !== chosenGame;
  chosenGame = kind.value;
  if (isAnother) ownPads();
  letters(kind, isAnother);
  const count = chairs.filter((chair) => chair.value.trim()).length;
  outside.hidden = !count || (count >= Number(kind.dataset.low) && count <= Number(kind.dataset.high));
  outside.textContent = outside.dataset.text.replace("{low}", kind.dataset.low).replace("{high}", kind.dataset.high);
  for (const part of document.querySelectorAll("[data-games]")) part.hidden = !belongs(part);
  const rulings = document.getElementById("rulings");
  rulings.hidden = !rulings.querySelector("[data-games]:not([hidden])");
  const pad = hasCards() ? form.elements.pad.value : game.value;
  const seated = chairs.map((chair) => chair.value.trim()).filter(Boolean).join(", ");
  printPads.search = new URLSearchParams({ game: pad, names: seated });
}

// In Double all players have the pad of the chosen game, until another one is chosen for a player.
let chosenGame = form.elements.game.value;
function ownPads() {
  for (const pad of all("double")) {
    if ([...pad.options].some((option) => option.value === chosenGame)) pad.value = chosenGame;
  }
}

// A custom pad may have fewer lettered sheets than the games in the box. When the game changes, players get different
// letters as long as there are enough.
function letters(kind, isAnother) {
  const fields = all("letter");
  const every = [...fields[0].options].map((option) => option.value);
  const known = kind.dataset.letters ? kind.dataset.letters.split(" ") : every;
  for (const { options } of fields) for (const option of options) option.hidden = option.disabled = !known.includes(option.value);
  if (!isAnother) return;
  const used = Object.fromEntries(known.map((letter) => [letter, 0]));
  for (const field of fields) {
    const fewest = Math.min(...Object.values(used));
    if (used[field.value] !== fewest) field.value = known.find((letter) => used[letter] === fewest);
    used[field.value] += 1;
  }
}

const free = () => chairs.find((chair) => !chair.value.trim());

function sit(name) {
  if ([...chairs, ...sat].some((field) => field.value.trim().toLowerCase() === name.toLowerCase())) return;
  const chair = free();
  if (chair) sat[chairs.indexOf(chair)].value = chair.value = name;
}

// A tap on a game continues with the names; arrow keys only choose a game.
document.getElementById("pads").addEventListener("click", (event) => {
  if (!event.target.closest(".game") || event.target.name === "game" || event.detail === 0) return;
  const mouse = matchMedia("(pointer: fine)").matches; // on phones, the keyboard would cover the page
  setTimeout(() => mouse ? free()?.focus() : document.getElementById("who").scrollIntoView({ block: "nearest", behavior: "smooth" }));
});
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.name !== "player" || !event.target.value.trim()) return;
  event.preventDefault(); // go to the next name instead of beginning the game
  free()?.focus();
});

// The server has a picture and a colour for each name; a tap on the picture opens the choice of others.
let shown = "";
async function signs(again = false) {
  const people = chairs.flatMap((chair, place) => chair.value.trim() && !takers[place].value ? [chair.value.trim()] : []);
  const state = JSON.stringify(seats.map((_, place) => [chairs[place].value.trim(), takers[place].value]));
  if (state === shown && !again) return;
  shown = state;
  const answer = people.length ? await fetch(`${base}/people/signs?${new URLSearchParams(people.map((name) => ["name", name]))}`) : undefined;
  const pictures = answer?.ok ? await answer.json() : [];
  if (state !== shown) return;
  seats.forEach((seat, place) => {
    const name = chairs[place].value.trim(), machine = Boolean(takers[place].value), chip = seat.querySelector("[data-sign]");
    const sign = machine ? undefined : pictures[people.indexOf(name)];
    chip.disabled = !sign;
    chip.ariaLabel = chip.dataset.label.replace("{player}", name || chairs[place].ariaLabel);
    chip.className = machine ? "person machine" : sign ? `person hue-${sign.hue}` : "person";
    chip.querySelector("path").setAttribute("d", machine ? "M5 8h14v11H5ZM12 8V4M9 13v1M15 13v1" : sign?.path ?? "M12 5v14M5 12h14");
    chip.dataset.hue = sign?.hue ?? "";
  });
}

const dialog = document.getElementById("picture-dialog");
function pressed(chip) {
  const path = chip.querySelector("path").getAttribute("d");
  for (const button of dialog.querySelectorAll("[name=picture]")) button.ariaPressed = String(button.querySelector("path").getAttribute("d") === path);
  for (const button of dialog.querySelectorAll("[name=hue]")) button.ariaPressed = String(button.value === chip.dataset.hue);
}
document.getElementById("chairs").addEventListener("click", (event) => {
  const chip = event.target.closest("[data-sign]");
  if (!chip) return;
  const name = chip.closest("li").querySelector('[name="player"]').value.trim(), title = dialog.querySelector("h2");
  dialog.querySelector("[name=name]").value = name;
  title.textContent = title.dataset.text.replace("{player}", name);
  pressed(chip);
  dialog.showModal();
});
dialog.addEventListener("submit", async (event) => {
  const choice = event.target;
  if (choice.method === "dialog") return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(choice, event.submitter));
  const answer = await fetch(choice.action, { method: "POST", body, headers: { Accept: "application/json" } });
  if (!answer.ok) { notice((await answer.json()).error.text); return; }
  await signs(true);
  const place = chairs.findIndex((chair) => chair.value.trim() === body.get("name"));
  if (place >= 0) pressed(seats[place].querySelector("[data-sign]"));
});

form.addEventListener("input", names);
form.addEventListener("change", names);
form.addEventListener("click", (event) => {
  const seat = event.target.closest("#chairs > li"), here = seats.indexOf(seat);
  if (event.target.closest(".by-computer")) takers[here].value = takers[here].value ? "" : "gentle";
  else if (event.target.closest(".earlier")) {
    const fields = (place) => [...seats[place].querySelectorAll("[name]")], above = fields(here - 1);
    fields(here).forEach((field, n) => { [field.value, above[n].value] = [above[n].value, field.value]; });
    for (const number of [here - 1, here]) chairs[number].readOnly = Boolean(takers[number].value);
    chairs[here - 1].focus();
  } else return;
  names();
});
document.getElementById("real-dice").addEventListener("click", (event) => {
  event.preventDefault();
  form.elements.paper.checked = document.getElementById("rare").open = true;
  form.elements.paper.focus();
});

// The input survives a reload, letting phones in, and going back. No name comes back twice, and none that was renamed
// at the table meanwhile.
const chairOf = (chair, place) => ({ name: chair.value.trim(), was: sat[place].value, level: takers[place].value });
const others = () => [...form.elements].filter(({ name }) => name && !["player", "was", "computer"].includes(name));
let isBegun = false;
form.addEventListener("submit", () => { isBegun = true; });
addEventListener("pagehide", () => {
  if (isBegun) { sessionStorage.removeItem(KEPT); return; }
  const rest = others().map((each) => [each.name, /radio|checkbox/.test(each.type) ? each.checked && each.value : each.value]);
  sessionStorage.setItem(KEPT, JSON.stringify({ chairs: chairs.map(chairOf), rest, open: document.getElementById("rare").open }));
});
addEventListener("pageshow", () => { isBegun = false; });
function restore(kept) {
  const come = chairs.map(chairOf), known = (was) => come.some((each) => each.was === was);
  const back = kept.chairs.filter(({ name, was, level }) => level || (name && (!was || name !== was || known(was))));
  const stays = (each) => each.was && back.some(({ was }) => was === each.was);
  const filled = [...back, ...come.filter((each) => each.name && !each.level && !stays(each) && !back.some(({ name }) => name === each.name))];
  chairs.forEach((chair, place) => {
    const { name = "", was = "", level = "" } = filled[place] ?? {};
    chair.readOnly = false;
    [chair.value, sat[place].value, takers[place].value] = [level ? "" : name, known(was) ? was : "", level];
  });
  const asked = new URLSearchParams(location.search), used = {};
  for (const each of others()) {
    if (each.name === "game" && asked.has("game") || each.name === "paper" && asked.has("dice")) continue;
    const values = kept.rest.filter(([name]) => name === each.name).map(([, value]) => value);
    used[each.name] = (used[each.name] ?? -1) + 1;
    if (each.type === "checkbox" || each.type === "radio") each.checked = values.includes(each.value);
    else if (values[used[each.name]] !== undefined) each.value = values[used[each.name]];
  }
  if (!form.elements.game.value) form.elements.game[0].checked = true; // the pad of the kept choice was deleted
  if (kept.open) document.getElementById("rare").open = true;
}
const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
if (kept) restore(kept);
sessionStorage.removeItem(KEPT);
main.dataset.alive = "1";

follow({
  view: "table",
  number: () => -1,
  hear: {
    table: ({ html }) => {
      const page = new DOMParser().parseFromString(html, "text/html"), told = page.getElementById("access");
      if (told) document.getElementById("access").replaceWith(told);
      const demo = page.getElementById("demo-now");
      if (demo) document.getElementById("demo-now")?.replaceWith(demo);
      signs(true); // a person may have chosen another picture
    },
    guests: (guests) => { guests.forEach(sit); names(); },
  },
  lost: () => {}, found: () => {}, rest: () => {},
});
names();
form.querySelector('[name="game"]:checked').closest(".game").scrollIntoView({ block: "nearest", inline: "nearest" });

// Lucky numbers come in pairs: if only one is typed, the browser reports the empty field before the form is sent.

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
