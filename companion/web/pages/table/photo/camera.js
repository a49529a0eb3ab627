// Shows the camera's pictures one after another while the page is visible.

let running = false;

async function frames() {
  let after = 0;
  while (true) {
    const figure = document.getElementById("camera");
    if (!figure || document.hidden) break;
    const image = figure.querySelector("img");
    image.dataset.live = "1";
    try {
      const answer = await fetch(`${figure.dataset.camera}?after=${after}`);
      if (answer.status === 200) {
        after = Number(answer.headers.get("X-Frame"));
        const address = URL.createObjectURL(await answer.blob());
        const old = image.src;
        image.src = address;
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
        await image.decode().catch(() => {});
      } else {
        await new Promise((done) => setTimeout(done, 500));
      }
    } catch {
      await new Promise((done) => setTimeout(done, 1500));
    }
  }
}

export async function watch() {
  if (running || document.hidden || !document.getElementById("camera")) return;
  running = true;
  try { await frames(); } finally { running = false; }
}

document.addEventListener("visibilitychange", watch);
