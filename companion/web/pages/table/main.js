// The table's page: shows every change at the table, and sends taps to the server.

import { stayAwake } from "./awake.js";
import { base } from "./base.js";
import { watch } from "./camera.js";
import { celebrate, end, remember } from "./moments.js";
import { morph } from "./morph.js";
import { notice, refuse } from "./notice.js";
import { readable } from "./photo.js";
import { placeTabStops } from "./sheet_keys.js";
import { speak } from "./speech.js";
import { follow } from "./stream.js";
import { runClock } from "./clock.js";
import { enterRolls } from "./roll.js";
import { sound } from "./sound.js";
import { tumble } from "./tumble.js";

// Called after each change of the page: the phone whose player has to throw vibrates, if it can.
const mine = () => document.querySelector("[data-your-turn]")?.dataset.yourTurn;
let turn = mine();

function buzz() {
  const now = mine();
  if (now && now !== turn && !document.hidden) {
    try { navigator.vibrate?.(120); } catch { /* a browser that forbids it */ }
  }
  turn = now ?? turn;
}

const body = document.body;
let number = Number(body.dataset.number);

// The first page of a stream is shown even if its number is lower, because then the table was reset.
function show(update, isFirst = false) {
  if (update.number < number && !isFirst) return; // a newer page has overtaken it
  number = update.number;
  const fresh = new DOMParser().parseFromString(update.html, "text/html").getElementById("main");
  for (const open of document.querySelectorAll(".fix.open")) {
    if (!fresh.querySelector(`#${open.id}`)) open.classList.remove("open");
  }
  const main = document.getElementById("main");
  const held = main.querySelector(":focus-visible");
  const opener = main.querySelector(`[popovertarget="${held?.closest("[popover]")?.id}"]`);
  const before = remember();
  morph(main, fresh);
  placeTabStops();
  tumble();
  if (held && !main.contains(document.activeElement)) { // the focused element is gone: focus the button that opened its card
    opener?.focus({ preventScroll: true });
    if (document.activeElement !== opener) main.focus({ preventScroll: true });
  }
  body.dataset.shown = update.number;
  body.classList.add("alive"); // from now on new crosses are drawn with a stroke
  celebrate(before);
  speak();
  buzz();
  sound();
  runClock();
  watch();
}

// -- changes at the table

const reach = follow({
  view: body.dataset.view,
  number: () => number,
  hear: {
    table: show,
    scene: (text) => {
      const caption = document.querySelector("[data-scene]");
      if (caption) caption.textContent = text;
    },
  },
  lost: () => { body.dataset.away = "1"; notice(body.dataset.lost); },
  found: () => { delete body.dataset.away; notice(); },
  rest: () => notice(body.dataset.rests),
});

// -- taps

async function send(form, button) {
  const data = new FormData(form, button ?? undefined);
  const photo = form.enctype === "multipart/form-data";
  const label = form.querySelector("[data-photo-text]");
  const before = label?.textContent, reading = label?.dataset.reading ?? body.dataset.reading;
  if (photo) {
    body.classList.add("busy");
    label.textContent = reading;
    form.reset(); // at once: later it would empty the next photo's form
  }
  const slow = photo ? undefined : setTimeout(() => notice(body.dataset.slow), 4000); // the table's computer may be asleep
  try {
    if (photo) {
      const limit = Number(body.dataset.limit);
      const file = await readable(data.get("photo"), limit);
      if (file.size > limit) { notice(body.dataset.tooLarge); return; }
      data.set("photo", file);
    }
    const answer = await fetch(button?.getAttribute("formaction") ?? form.action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: photo ? data : new URLSearchParams(data),
    });
    const reply = await answer.json();
    if (reply.error) {
      refuse(reply.error, button);
    } else if (reply.go) {
      location.href = reply.go;
    } else {
      if (body.dataset.away) reach(); // the table is back: reconnect without waiting for the browser
      else notice();
      form.closest("[popover]")?.hidePopover?.();
      form.classList.remove("open");
      show(reply);
    }
  } catch {
    notice(body.dataset.unsent);
  } finally {
    clearTimeout(slow);
    body.classList.remove("busy");
    // a new page may have changed the label meanwhile
    if (photo && label.isConnected && label.textContent === reading) label.textContent = before;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#main")) return; // other forms, such as that for the language, load another page
  event.preventDefault();
  send(form, event.submitter);
});

// The second click of a double click would hit whatever has moved to that place, such as a penalty or a padlock.
let last = { at: 0, x: -1e4, y: -1e4 };
document.addEventListener("click", (event) => {
  const button = event.target.closest("#main form button:not([type=button])");
  if (!button || button.closest("#acts") || event.detail === 0) return; // repeated undo and keyboard clicks are fine
  const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
  const twice = event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - last.at < 400);
  if (near && twice) event.preventDefault();
  else last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
}, true);

// A photo can be dropped anywhere or pasted. If it could show dice or sheets, the user is asked which.
function give(files, target) {
  const fields = [...document.querySelectorAll("[data-send]:not(.second-look *)")];
  if (!fields.length || !files?.length) return;
  const under = fields.find((field) => field.form.contains(target));
  if (under || fields.length === 1) { put(files[0], under ?? fields[0]); return; }
  const which = document.getElementById("which-photo");
  which.returnValue = "";
  which.addEventListener("close", () => {
    const field = fields.find((each) => new URL(each.form.action).pathname === which.returnValue);
    if (field?.isConnected) put(files[0], field);
  }, { once: true });
  which.showModal();
}

function put(file, field) {
  const one = new DataTransfer();
  one.items.add(file);
  field.files = one.files;
  field.form.requestSubmit();
}
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => { event.preventDefault(); give(event.dataTransfer?.files, event.target); });
document.addEventListener("paste", (event) => give(event.clipboardData?.files, event.target));

// A die on the photo opens the same card as its button.
document.addEventListener("click", (event) => {
  const opens = event.target.closest("[data-opens]")?.dataset.opens;
  if (opens) open(document.getElementById(opens));
  const closes = event.target.closest("[popovertarget]");
  if (closes && !HTMLElement.prototype.showPopover) open(document.getElementById(closes.getAttribute("popovertarget")));
});

function open(card) {
  if (card?.showPopover) card.showPopover();
  else card?.classList.toggle("open");
}

end();
enterRolls();
stayAwake();
watch();
placeTabStops();
body.dataset.ready = "1";
