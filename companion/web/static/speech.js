// The roll, said aloud by the browser's own voice, in the language of the page. Muted on each device by itself.

const button = document.getElementById("speech");
const able = "speechSynthesis" in window && typeof SpeechSynthesisUtterance === "function";
let last = sayings()?.dataset.key;

function sayings() {
  return document.getElementById("say");
}

function chosen() {
  try { return localStorage.getItem("speech"); } catch { return null; }
}

function on() {
  return able && (chosen() ?? button?.dataset.usual) === "on";
}

function show() {
  if (!button) return;
  button.hidden = !able;
  button.setAttribute("aria-pressed", String(on()));
}

function voice(text) {
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  words.rate = 0.95;
  speechSynthesis.speak(words);
}

// Called after each change of the page.
export function speak() {
  const place = sayings();
  if (!place || place.dataset.key === last) return;
  last = place.dataset.key;
  if (on() && place.textContent.trim()) voice(place.textContent.trim());
}

button?.addEventListener("click", () => {
  const next = on() ? "off" : "on";
  try { localStorage.setItem("speech", next); } catch { button.dataset.usual = next; }
  show();
  if (next === "on") voice(sayings()?.textContent.trim() || button.textContent.trim());
  else if (able) speechSynthesis.cancel();
});

show();
