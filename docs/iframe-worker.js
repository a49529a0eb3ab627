// The site's search runs in a web worker, and browsers start none for a page that is opened from a folder (file:).
// There the worker's script runs in a hidden frame instead. The theme knows this stand-in by the name IFrameWorker,
// and without a file of this name it would fetch one from another host.
"use strict";

const INSIDE = `<script>
  postMessage = (data) => parent.postMessage(data, "*");
  importScripts = (...addresses) => addresses.reduce((before, address) => before.then(() => new Promise((loaded) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = loaded;
    document.body.append(script);
  })), Promise.resolve());
</script>`;

class IFrameWorker extends EventTarget {
  constructor(address) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    document.body.append(this.frame);
    const inside = this.frame.contentWindow;
    inside.document.open();
    inside.document.write(`<body>${INSIDE}<script src="${address}"></script></body>`);
    this.loaded = new Promise((loaded) => { inside.onload = loaded; });
    inside.document.close();
    window.addEventListener("message", ({ source, data }) => {
      if (source === inside) this.answer(new MessageEvent("message", { data }));
    });
  }

  answer(event) {
    this.dispatchEvent(event);
    if (this.onmessage) this.onmessage(event);
  }

  postMessage(data) {
    this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate() {
    this.frame.remove();
  }
}

window.IFrameWorker = IFrameWorker;
if (location.protocol === "file:") window.Worker = IFrameWorker;
