// Converts a photo to a JPEG if the server could not read it (HEIC, AVIF) or if it is too large. A file that this
// browser cannot open is sent unchanged, and the server says what is wrong with it.

const LARGEST = 4096; // pixels of the longer side; dice and cells are still large enough to read
const foreign = /\.(heic|heif|avif)$|^image\/(heic|heif|avif)/i;

export async function readable(file, limit) {
  if (file.size <= limit && !foreign.test(file.name) && !foreign.test(file.type)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    return drawn ? new File([drawn], file.name.replace(/\.\w+$/, "") + ".jpg", { type: drawn.type }) : file;
  } catch {
    return file;
  }
}
