// Dice lessons: shows the camera's picture; if a die gets another die's colour, the two swap colours.

import { watch } from "./camera.js";

const look = document.getElementById("look");
look?.addEventListener("submit", () => {
  const button = look.querySelector("button");
  button.querySelector("span").textContent = button.dataset.waiting;
  setTimeout(() => { button.disabled = true; });
});

const form = document.getElementById("dice");
const dice = form ? [...form.querySelectorAll("li")] : [];
const colourOf = (die) => die.querySelector("[name^=colour]:checked").value;
const before = new Map(dice.map((die) => [die, colourOf(die)]));
const due = {};
for (const colour of before.values()) due[colour] = (due[colour] ?? 0) + 1;

form?.addEventListener("change", (event) => {
  if (!event.target.name.startsWith("colour")) return;
  const die = event.target.closest("li");
  const chosen = colourOf(die), given = before.get(die);
  const same = dice.filter((other) => other !== die && colourOf(other) === chosen);
  if (same.length >= due[chosen]) {
    same.at(-1).querySelector(`[value="${given}"]`).checked = true;
    before.set(same.at(-1), given);
  }
  before.set(die, chosen);
});

watch();
