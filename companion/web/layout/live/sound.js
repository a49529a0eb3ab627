// Short sounds for a roll, the own turn and the end of the turn clock. Off until the user turns them on on this device.

const button = document.getElementById("sound");
const able = typeof AudioContext === "function";
const NOTES = { roll: [523, 659], turn: [659, 784, 988], over: [392, 330] };
let sounds;
let before = heard();

function heard() {
  const turn = document.getElementById("turn");
  return {
    roll: document.getElementById("dice")?.textContent ?? "",
    turn: turn?.dataset.yourTurn ?? "",
  };
}

function on() {
  try { return able && localStorage.getItem("sound") === "on"; } catch { return false; }
}

function show() {
  if (!button) return;
  button.hidden = !able;
  button.setAttribute("aria-pressed", String(on()));
}

export function play(name) {
  if (!on()) return;
  sounds ??= new AudioContext();
  sounds.resume?.();
  NOTES[name].forEach((pitch, index) => {
    const tone = sounds.createOscillator(), loudness = sounds.createGain();
    const at = sounds.currentTime + index * 0.13;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.25);
    tone.connect(loudness).connect(sounds.destination);
    tone.start(at);
    tone.stop(at + 0.26);
  });
  document.body.dataset.sounded = name;
}

// Called after each change of the page.
export function sound() {
  const now = heard();
  if (now.turn && now.turn !== before.turn) play("turn");
  else if (now.roll && now.roll !== before.roll) play("roll");
  before = now;
}

button?.addEventListener("click", () => {
  try { localStorage.setItem("sound", on() ? "off" : "on"); } catch { /* no storage, no sound */ }
  show();
  play("turn");
});

show();
