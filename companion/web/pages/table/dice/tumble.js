// Pretend dice roll in the page: from the tap of who throws, or from the news that they were thrown, until they lie.

const SETTLE_MS = 850;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let shownRoll = document.getElementById("dice")?.dataset.thrown;

// Called when the page shows something new: dice that were thrown meanwhile roll to where they lie.
export function tumble() {
  const dice = document.getElementById("dice");
  const thrown = dice?.dataset.thrown;
  if (thrown === shownRoll) return;
  shownRoll = thrown;
  if (!thrown || still.matches) return;
  [...dice.querySelectorAll(".die")].forEach((die, place) => roll(die, place));
}

function roll(die, place) {
  const side = place % 2 ? 1 : -1;
  const turns = (1.5 + Math.random()) * 360 * side;
  const from = `translate(${-40 - 30 * Math.random()}px, ${-120 - 60 * Math.random()}px)`;
  const time = SETTLE_MS - 60 * Math.random();
  die.animate(
    [
      { transform: `${from} rotate(${-turns}deg) scale(1.25)`, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${8 * side}px, 0) rotate(${-turns / 6}deg) scale(1.04)`, offset: 0.62 },
      { transform: `translate(${-3 * side}px, -9px) rotate(${8 * side}deg)`, offset: 0.8 },
      { transform: "none" },
    ],
    { duration: time, easing: "cubic-bezier(.2, .7, .3, 1)" },
  );
  // while it turns, other faces come up: its pips jump, until the last ones stay
  const pips = [...die.querySelectorAll(".pip, .die-number")];
  for (const pip of pips) {
    const jumps = Array.from({ length: 5 }, () => ({ opacity: Math.random() < 0.5 ? 0 : 1 }));
    pip.animate([...jumps, { opacity: 1 }], { duration: time * 0.7, easing: "steps(6)" });
  }
}
