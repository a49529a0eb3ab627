// The notice that says what went wrong, placed so that it covers no cell that could be tapped instead.

import { base } from "./base.js";

const box = document.getElementById("notice");
const text = box.querySelector("p");
let hiding;
let refused; // the refused cell, highlighted as long as the notice is shown

export function notice(sentence = "", rule = "", name = rule) {
  release();
  clearTimeout(hiding);
  box.removeAttribute("style");
  box.hidden = !sentence;
  text.replaceChildren(sentence);
  if (rule) {
    const link = { className: "rule", href: `${base}/rules/${rule}`, textContent: `${document.body.dataset.rule}: ${name}` };
    text.append(document.createElement("br"), Object.assign(document.createElement("a"), link));
  }
  if (sentence && !document.body.dataset.away) hideLater();
}

function hideLater() {
  clearTimeout(hiding);
  const reading = Math.max(6000, 70 * text.textContent.length); // milliseconds
  hiding = setTimeout(() => {
    if (box.matches(":hover, :focus-within")) hideLater(); // the user is still reading it
    else { box.hidden = true; release(); }
  }, reading);
}

function release() {
  refused?.classList.remove("refused");
  refused = undefined;
}

export function refuse(error, button) {
  notice(error.text, error.rule, error.rule_name);
  if (!button?.classList.contains("cell")) return;
  refused = document.getElementById(button.id) ?? button;
  refused.classList.add("refused");
  place();
}

// -- its position

const WIDTHS = [560, 400, 280]; // CSS pixels
const STEP = 8;
const EDGE = 8; // margin at the edges of the screen, in CSS pixels

// What the notice should not cover: legal and refused cells must stay visible, other cells should.
const PRECIOUS = "#main :is(.cell:is(.legal, .chosen, .refused), .act .button, .deck button)";

// Returns their boxes, with weights.
function obstacles() {
  const shown = [...document.querySelectorAll(`${PRECIOUS}, #main .cell`)];
  return shown.map((each) => [each.getBoundingClientRect(), each.matches(PRECIOUS) ? 101 : 1]);
}

function covered(at, under) {
  let sum = 0;
  for (const [each, weight] of under) {
    const across = Math.min(at.right, each.right) - Math.max(at.left, each.left);
    const down = Math.min(at.bottom, each.bottom) - Math.max(at.top, each.top);
    if (across > 0 && down > 0) sum += weight * across * down;
  }
  return sum;
}

function place() {
  const under = obstacles(), screen = document.documentElement;
  let best;
  for (const most of WIDTHS) {
    const width = Math.min(most, screen.clientWidth - 2 * EDGE);
    Object.assign(box.style, { width: `${width}px`, translate: "none", transform: "none", bottom: "auto", left: "0", top: "0" });
    const height = box.offsetHeight, right = screen.clientWidth - EDGE - width;
    for (const left of [right / 2 + EDGE / 2, EDGE, right]) {
      for (let top = innerHeight - EDGE - height; top >= EDGE; top -= STEP) {
        const cost = covered({ left, top, right: left + width, bottom: top + height }, under);
        if (!best || cost < best.cost) best = { cost, left, top, width };
      }
    }
    if (best?.cost === 0) break;
  }
  if (best) Object.assign(box.style, { width: `${best.width}px`, left: `${best.left}px`, top: `${best.top}px` });
}

box.querySelector("button").addEventListener("click", () => notice());
