// The notice that says what went wrong, and why. It never lies on what could be tapped instead.

import { base } from "./base.js";

const box = document.getElementById("notice");
const text = box.querySelector("p");
let hiding;
let refused; // the cell that was refused, marked as long as the notice says why

export function notice(sentence = "", rule = "", name = rule) {
  release();
  clearTimeout(hiding);
  box.removeAttribute("style");
  box.hidden = !sentence;
  text.replaceChildren(sentence);
  if (rule) {
    const link = document.createElement("a");
    link.className = "rule";
    link.href = `${base}/rules/${rule}`;
    link.textContent = `${document.body.dataset.rule}: ${name}`;
    text.append(document.createElement("br"), link);
  }
  if (sentence && !document.body.dataset.away) hideLater();
}

function hideLater() {
  clearTimeout(hiding);
  const reading = Math.max(6000, 70 * text.textContent.length); // milliseconds
  hiding = setTimeout(() => {
    if (box.matches(":hover, :focus-within")) hideLater(); // somebody is still at it
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

// -- where it lies

const WIDTHS = [560, 400, 280]; // CSS pixels
const STEP = 8;
const EDGE = 8; // pixels of the screen's edge that stay free

// What lies where: a legal cell must be seen and tapped, the refused one seen, any other cell rather seen too.
function obstacles() {
  const found = [];
  for (const [selector, weight] of [
    ["#main .cell.legal, #main .cell.chosen, #main .act .button, #main .deck button", 100], [".cell.refused", 100], ["#main .cell", 1],
  ]) {
    for (const each of document.querySelectorAll(selector)) found.push([each.getBoundingClientRect(), weight]);
  }
  return found;
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
