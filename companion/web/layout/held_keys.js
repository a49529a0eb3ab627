// A key that is held down repeats by itself: on every page only its first press counts, but where people type or move.

addEventListener("keydown", (event) => {
  if (!event.repeat) return;
  const field = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select");
  const presses = event.key === "Enter" ? !event.target.closest?.("textarea") : event.key === " " && !field;
  if (presses && event.target !== document.body) event.preventDefault();
  if (presses || (!field && !/^(Arrow|Page|Tab)/.test(event.key))) event.stopImmediatePropagation();
}, true);
