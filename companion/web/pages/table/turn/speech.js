// Speaks the roll with the browser's voice in the language of the page. Each device is muted separately.

const button = document.getElementById("speech");
const able = "speechSynthesis" in window && typeof SpeechSynthesisUtterance === "function";
let turn = document.getElementById("say")?.dataset.turn;
let said = sentences();

function sentences() {
  return [...document.querySelectorAll("#say span")].map((each) => each.textContent.trim());
}

function on() {
  let chosen;
  try { chosen = localStorage.getItem("speech"); } catch { /* no storage: as usual */ }
  return able && (chosen ?? button?.dataset.usual) === "on";
}

function show() {
  if (!button) return;
  button.hidden = !able;
  button.setAttribute("aria-pressed", String(on()));
}

// Some browsers' voices run on their maker's server, so only a voice of this device is used, or none. A browser that
// lists no voices uses its default voice.
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

// Called after each change of the page: speaks the sentences that are new in this turn.
export function speak() {
  const place = document.getElementById("say");
  if (!place) return;
  const now = sentences();
  const fresh = place.dataset.turn === turn ? now.filter((each) => !said.includes(each)) : now;
  [turn, said] = [place.dataset.turn, now];
  if (on() && fresh.length) voice(fresh.join(" "));
}

button?.addEventListener("click", () => {
  const next = on() ? "off" : "on";
  try { localStorage.setItem("speech", next); } catch { button.dataset.usual = next; }
  show();
  if (next === "on") voice(sentences().join(" ") || button.textContent.trim());
  else if (able) speechSynthesis.cancel();
});

show();
