// Makes this phone the table's camera: sends pictures one by one, each after the last one has arrived.

import { stayAwake } from "./awake.js";
import { base } from "./base.js";

const SIDE = 1280; // pixels of the longer side
const PAUSE = 90; // minimum milliseconds between two pictures
const body = document.body;
const video = document.getElementById("view");
const state = document.getElementById("lens-state");
const start = document.getElementById("lens-start");
const canvas = document.createElement("canvas");

function say(text) { if (state.textContent !== text) state.textContent = text; }

async function open() {
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } },
    });
  } catch {
    say(body.dataset.denied);
    return;
  }
  start.hidden = true;
  await video.play();
  stayAwake();
  send();
}

if (!navigator.mediaDevices?.getUserMedia) { // the button would do nothing
  say(body.dataset.none);
  start.hidden = true;
  video.parentElement.hidden = true;
}

function picture() {
  const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
}

async function send() {
  while (video.srcObject?.active) {
    let pause = PAUSE;
    if (!document.hidden && video.videoWidth) {
      try {
        const answer = await fetch(`${base}/lens`, {
          method: "POST",
          headers: { Accept: "application/json", "Content-Type": "image/jpeg" },
          body: await picture(),
        });
        const reply = await answer.json();
        if (reply.error) { say(reply.error.text); pause = 2000; }
        else say(reply.watched ? body.dataset.watched : body.dataset.offered);
        asked = reply.watched ? "" : reply.asked ?? "";
        second.hidden = !asked;
        if (!reply.watched) pause = Math.max(pause, 500); // the table doesn't watch this phone yet
      } catch {
        say(body.dataset.lost);
        pause = 2000;
      }
    }
    await new Promise((done) => setTimeout(done, pause));
  }
  start.hidden = false;
}

// If the table asks for a second view of unclear dice, the button sends one picture of them.
const second = document.getElementById("second-look");
const look = document.getElementById("second-view");
let asked = "";

look.addEventListener("click", async () => {
  look.disabled = true;
  try {
    const form = new FormData();
    form.set("seen", asked);
    form.set("photo", new File([await picture()], "phone.jpg", { type: "image/jpeg" }));
    const answer = await fetch(`${base}/second-view`, { method: "POST", headers: { Accept: "application/json" }, body: form });
    const reply = await answer.json();
    if (reply.error) say(reply.error.text);
  } catch {
    say(body.dataset.lost);
  }
  look.disabled = false;
});

start.addEventListener("click", open);
