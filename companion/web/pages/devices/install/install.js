// Where browsers allow it (https, or this computer itself), a page stays that says where the table is.

import { base } from "./base.js";

if (isSecureContext && navigator.serviceWorker) {
  try {
    await navigator.serviceWorker.register(`${base}/service-worker.js`);
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage("reached");
  } catch { /* a certificate that the browser does not know: then there is no such page, and nothing else lacks */ }
}
