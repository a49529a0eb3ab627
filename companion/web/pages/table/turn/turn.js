// A short buzz on the phone whose player is to throw, where the phone can.

const mine = () => document.querySelector("[data-your-turn]")?.dataset.yourTurn;
let last = mine();

// Called after each change of the page.
export function buzz() {
  const now = mine();
  if (now && now !== last && !document.hidden) {
    try { navigator.vibrate?.(120); } catch { /* a browser that forbids it */ }
  }
  last = now ?? last;
}
