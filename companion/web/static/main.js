// The table in the browser: shows every change there, and sends what is tapped.

import { stayAwake } from "./awake.js";
import { base } from "./base.js";
import { watch } from "./camera.js";
import { celebrate, end, remember } from "./moments.js";
import { morph } from "./morph.js";
import { notice, refuse } from "./notice.js";
import { readable } from "./photo.js";
import { placeTabStops } from "./sheet_keys.js";
import { speak } from "./speech.js";
import { runClock } from "./clock.js";
import { enterRolls } from "./roll.js";
import { sound } from "./sound.js";
import { tumble } from "./tumble.js";
import { buzz } from "./turn.js";

const body = document.body;
const page = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2);
let number = Number(body.dataset.number);

let justConnected = false; // then the stream's first page counts, even if its number is lower: the table was reset

function show(update) {
  if (update.number < number && !justConnected) return; // a newer page has overtaken it
  justConnected = false;
  number = update.number;
  const fresh = new DOMParser().parseFromString(update.html, "text/html").getElementById("main");
  closeWhatIsGone(fresh);
  const main = document.getElementById("main");
  const held = main.querySelector(":focus-visible");
  const opener = main.querySelector(`[popovertarget="${held?.closest("[popover]")?.id}"]`);
  const before = remember();
  morph(main, fresh);
  placeTabStops();
  tumble();
  if (held && !main.contains(document.activeElement)) { // the focused element is gone: on to what opened its card
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

function closeWhatIsGone(fresh) {
  for (const open of document.querySelectorAll(".fix.open")) {
    if (!fresh.querySelector(`#${open.id}`)) open.classList.remove("open");
  }
}

// -- what happens at the table

let stream; // the one that this page follows
let silence; // a timer: the table has not been reached for a while

function reached() {
  clearTimeout(silence);
  silence = undefined;
}

function listen() {
  let before = stream;
  if (before?.readyState === EventSource.CONNECTING) before.close(); // it would come back later and relieve this one
  const mine = stream = new EventSource(`${base}/live?page=${page}&after=${number}&view=${body.dataset.view}`);
  mine.addEventListener("table", (event) => show(JSON.parse(event.data)));
  mine.addEventListener("scene", (event) => {
    const caption = document.querySelector("[data-scene]");
    if (caption) caption.textContent = JSON.parse(event.data);
  });
  // Its time is over soon. The next one is opened beside it, so that nothing is missed and nothing comes late.
  mine.addEventListener("renew", listen);
  // Another tab of this device shows the table now: this one waits until somebody returns to it.
  mine.addEventListener("elsewhere", () => {
    mine.close();
    if (mine !== stream) return; // it is this page's own next one
    reached();
    body.dataset.rests = "1";
    const waiting = new AbortController();
    const again = () => { if (!document.hidden) { waiting.abort(); delete body.dataset.rests; listen(); } };
    for (const sign of ["focus", "pointerdown"]) addEventListener(sign, again, { signal: waiting.signal });
    document.addEventListener("visibilitychange", again, { signal: waiting.signal });
  });
  mine.addEventListener("open", () => {
    if (before?.readyState === EventSource.OPEN) before.close();
    else justConnected = true;
    before = undefined;
    reached();
    if (body.dataset.away) { delete body.dataset.away; notice(); }
  });
  mine.addEventListener("error", () => {
    if (mine !== stream) { mine.close(); return; } // the next one goes on trying
    if (before?.readyState === EventSource.OPEN) { mine.close(); stream = before; return; } // it comes back at its end
    silence ??= setTimeout(() => { body.dataset.away = "1"; notice(body.dataset.lost); }, 3000);
    if (mine.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

addEventListener("online", () => { if (body.dataset.away) listen(); });

// -- what is tapped

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
      if (body.dataset.away) listen(); // the table is there again: do not wait for the browser to try
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
  if (!form.closest("#main")) return; // choosing a language loads another page
  event.preventDefault();
  send(form, event.submitter);
});

// The second click of a double click would hit whatever has moved to that place: a miss, a padlock.
let last = { at: 0, x: -1e4, y: -1e4 };
document.addEventListener("click", (event) => {
  const button = event.target.closest("#main form button:not([type=button])");
  if (!button || button.closest("#acts") || event.detail === 0) return; // repeated undo is fine, and so is the keyboard
  const near = Math.hypot(event.clientX - last.x, event.clientY - last.y) < 24;
  const twice = event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - last.at < 400);
  if (near && twice) event.preventDefault();
  else last = { at: event.timeStamp, x: event.clientX, y: event.clientY };
}, true);

document.addEventListener("change", (event) => {
  const { form } = event.target;
  if (event.target.matches("[data-send]") && event.target.files.length) form.requestSubmit();
});

// A photo can be dropped anywhere, or pasted; if dice and sheets can both be sent, a person says which it is.
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
listen();
body.dataset.ready = "1";
