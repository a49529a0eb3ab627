// Updates a part of the page with the fewest changes, so that focus, scroll position, unfinished entries and
// running animations stay.

const kind = (node) => `${node.nodeType} ${node.nodeName} ${node.id ?? ""}`;

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    const own = name === "open" && old.nodeName === "DETAILS"; // opened by the user
    const loaded = name === "data-loaded" && old.dataset.load === fresh.dataset.load;
    if (!fresh.hasAttribute(name) && !own && !loaded && !old.dataset.live) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !(name === "src" && old.dataset.live)) old.setAttribute(name, value);
  }
}

export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  attributes(old, fresh);
  if (old.dataset?.load && old.dataset.load === fresh.dataset.load) return; // keep the content that was loaded later
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let match = place;
    if (wanted.id) {
      match = [...old.children].find((child) => child.id === wanted.id) ?? null;
    }
    if (match && kind(match) === kind(wanted)) {
      if (match === place) place = place.nextSibling;
      else old.insertBefore(match, place);
      morph(match, wanted);
    } else {
      old.insertBefore(wanted, place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}
