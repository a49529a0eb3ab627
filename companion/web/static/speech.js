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

// Some browsers' voices are spoken by a server of their maker, so only a voice of this device is taken, and
// where the browser has none it stays silent. A browser that names no voices uses its usual one.
function voice(text) {
  const language = document.documentElement.lang, voices = speechSynthesis.getVoices();
  const own = voices.find((each) => each.localService && each.lang.toLowerCase().startsWith(language));
  if (voices.length && !own) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  if (own) words.voice = own;
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
