// The turn clock: counts down the seconds of an action on this device, without enforcing them.

import { play } from "./sound.js";

const KEPT = "clock";
let rung = "";

function begun(moment) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    if (kept.moment === moment) return kept.at;
    sessionStorage.setItem(KEPT, JSON.stringify({ moment, at: Date.now() }));
  } catch { /* without storage, the clock restarts when the page is loaded */ }
  return Date.now();
}

let moment = "", at = 0;

// Called after each change of the page, and every half second.
export function runClock() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  if (clock.dataset.moment !== moment) {
    moment = clock.dataset.moment;
    at = begun(moment);
  }
  const left = Math.ceil(Number(clock.dataset.clock) - (Date.now() - at) / 1000);
  clock.querySelector("[data-left]").textContent = String(Math.max(0, left));
  clock.classList.toggle("over", left <= 0);
  if (left <= 0 && rung !== moment) {
    rung = moment;
    play("over");
  }
}

setInterval(runClock, 500);
