/** Limit above which a picture is a file, which keeps its format if it fits, bytes. */
const FILE_BYTES = 1_000_000;
/** Qualities to try at each size. */
const QUALITIES = [0.8, 0.5, 0.3];
const SMALLEST_SCALE = 0.02;

/**
 * Encodes a picture from its pixels: nothing else of the original file is kept.
 *
 * @param limit largest number of bytes
 * @param type format of the original
 * @returns null if even the smallest picture is too large
 */
export async function encode(picture: HTMLCanvasElement, limit: number, type: string): Promise<Blob | null> {
  if (limit > FILE_BYTES) {
    const blob = await blobOf(picture, type === 'image/jpeg' ? type : 'image/png', 0.92);
    if (blob && blob.size <= limit) return blob;
  }
  let size = 0;
  // Browsers encode when they are idle, so few attempts are made: the size follows the area.
  for (let scale = 1; scale > SMALLEST_SCALE; scale *= Math.min(0.9, Math.sqrt(limit / size))) {
    const canvas = scaled(picture, scale);
    for (const quality of QUALITIES) {
      const webp = await blobOf(canvas, 'image/webp', quality);
      // Browsers without WebP encoding return PNG.
      const blob = webp?.type === 'image/webp' ? webp : await blobOf(canvas, 'image/jpeg', quality);
      if (blob && blob.size <= limit) return blob;
      size = blob?.size ?? limit;
    }
  }
  return null;
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality));

function scaled(picture: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  if (scale === 1) return picture;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingQuality = 'high';
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
