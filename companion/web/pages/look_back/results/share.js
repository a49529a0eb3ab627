// Draws the result of a game as a picture; the browser draws it because it has fonts for the scripts of all names.

const canvas = document.getElementById("picture");
const COLOURS = {
  red: ["#cf3f34", "#fff"], yellow: ["#e7b01f", "#2b2420"], green: ["#3c9a58", "#fff"], blue: ["#3b72c4", "#fff"],
  white: ["#e9dec9", "#2b2420"], bonus: ["#2b2420", "#fffcf4"], miss: ["#fffcf4", "#9c231b"],
};
const SIDE = 64, INK = "#2b2420", SOFT = "#675c50";

function put(pen, text, x, y, size, { weight = 500, colour = INK, align = "left", room = Infinity } = {}) {
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.font = `${weight} ${size}px Fredoka, system-ui, sans-serif`;
  const wide = pen.measureText(text).width;
  if (wide > room) pen.font = `${weight} ${Math.max(18, Math.floor(size * room / wide))}px Fredoka, system-ui, sans-serif`;
  pen.fillText(text, x, y, room === Infinity ? undefined : room);
}

function box(pen, x, y, w, h, r, fill, line) {
  pen.beginPath();
  pen.roundRect(x, y, w, h, r);
  pen.fillStyle = fill;
  pen.fill();
  if (line) { pen.strokeStyle = line; pen.lineWidth = 3; pen.stroke(); }
}

function draw(result) {
  const each = 168, top = 250, wide = canvas.width;
  canvas.height = top + each * result.players.length + 96;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#f4ecdd";
  pen.fillRect(0, 0, wide, canvas.height);
  put(pen, result.title, SIDE, 128, 84, { weight: 600, room: wide - 2 * SIDE });
  put(pen, result.lead, SIDE, 190, 36, { colour: SOFT, room: wide - 2 * SIDE });
  result.players.forEach((player, n) => {
    const y = top + each * n;
    box(pen, SIDE - 24, y, wide - 2 * SIDE + 48, each - 18, 28, player.won ? "#fdf1cf" : "#fffcf4", player.won ? "#e7b01f" : "");
    put(pen, `${player.place}.`, SIDE, y + 66, 44, { colour: SOFT });
    put(pen, player.name, SIDE + 66, y + 66, 50, { weight: 600, room: 610 });
    put(pen, player.total, wide - SIDE, y + 92, 92, { weight: 600, align: "right", room: 200 });
    player.parts.forEach((part, i) => {
      const [fill, ink] = COLOURS[part.colour], x = SIDE + 66 + i * 104;
      box(pen, x, y + 88, 92, 46, 14, fill, part.colour === "miss" ? "#d8cab2" : "");
      put(pen, part.points, x + 46, y + 122, 32, { weight: 600, colour: ink, align: "center", room: 80 });
    });
  });
  put(pen, result.foot, SIDE, canvas.height - 40, 28, { colour: SOFT, room: wide - 2 * SIDE });
}

if (canvas) {
  await Promise.all(["500 40px Fredoka", "600 40px Fredoka"].map((face) => document.fonts.load(face))).catch(() => {});
  draw(JSON.parse(canvas.dataset.result));
  const picture = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  document.getElementById("save-picture").href = URL.createObjectURL(picture);
  const file = new File([picture], canvas.dataset.name, { type: "image/png" });
  const share = document.getElementById("share-picture");
  if (navigator.canShare?.({ files: [file] })) {
    share.hidden = false;
    share.addEventListener("click", () => navigator.share({ files: [file] }).catch(() => {})); // closing the share sheet isn't an error
  }
  canvas.dataset.drawn = "1";
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
    } catch { // over plain HTTP, browsers copy only selected text
      field.focus();
      field.select();
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done;
  });
}
