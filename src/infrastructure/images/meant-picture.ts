import { type Box, intersection, toWholePixels } from './geometry.ts';

/** Part of a page that a comment means, CSS pixels. */
interface Meant {
  box: Box;
  /** Place that was clicked. */
  point: { x: number; y: number } | null;
}

/** Part of an image with its size in the result, pixels. */
interface Frame {
  part: Box;
  width: number;
  /** Width of lines. */
  line: number;
}

/** Largest part of the page, CSS pixels. */
const MAX_PART = { width: 1_600, height: 1_200 };
const MARGIN = 40;
/** Largest width of a picture, pixels: mails show it at up to 560 CSS pixels. */
const MAX_WIDTH = 1_120;
/** Size of a thumbnail, pixels: three per CSS pixel of a row. */
const THUMBNAIL = { width: 168, height: 126 };
/** Smallest part of the page in a thumbnail, CSS pixels: a small element has its surroundings. */
const MIN_WIDTH = 168;

/**
 * Crops what is meant out of the image of a page, outlined, with a margin.
 *
 * @param scale pixels of the image per CSS pixel
 * @returns undefined for a box outside of the image
 */
export function meantPicture(
  image: Uint8Array,
  meant: Meant,
  scale: number,
  format: 'png' | 'webp',
): Promise<Buffer | undefined> {
  const { x, y, width, height } = meant.box;
  const part = {
    x: (x - MARGIN) * scale,
    y: (y - MARGIN) * scale,
    width: Math.min(width + 2 * MARGIN, MAX_PART.width) * scale,
    height: Math.min(height + 2 * MARGIN, MAX_PART.height) * scale,
  };
  return draw(image, meant, scale, format, () => ({ part, width: Math.min(MAX_WIDTH, part.width), line: 3 }));
}

/** Draws the meant part with its outline, and as much of the page as a thumbnail's form needs. */
export function meantThumbnail(image: Uint8Array, meant: Meant, scale: number): Promise<Buffer | undefined> {
  const { x, y, width, height } = meant.box;
  const margin = 0.08 * Math.max(width, height) + 8;
  const ratio = THUMBNAIL.width / THUMBNAIL.height;
  const across = Math.max(MIN_WIDTH, width + 2 * margin, (height + 2 * margin) * ratio) * scale;
  return draw(image, meant, scale, 'webp', (size) => {
    const part = {
      x: within((x + width / 2) * scale - across / 2, across, size.width),
      y: within((y + height / 2) * scale - across / ratio / 2, across / ratio, size.height),
      width: across,
      height: across / ratio,
    };
    return { part, width: THUMBNAIL.width, line: 6 };
  });
}

/** Moves the start of a part into the image, where it fits. */
const within = (start: number, length: number, available: number): number =>
  Math.max(0, Math.min(start, available - length));

async function draw(
  image: Uint8Array,
  { box, point }: Meant,
  scale: number,
  format: 'png' | 'webp',
  frameOf: (size: { width: number; height: number }) => Frame,
): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  const size = await sharp(image).metadata();
  const { part, width: wanted, line } = frameOf(size);
  const crop = intersection(toWholePixels(part), { x: 0, y: 0, width: size.width, height: size.height });
  if (!crop) return undefined;
  const factor = wanted / part.width;
  const [width, height] = [crop.width, crop.height].map((side) => Math.max(1, Math.round(side * factor)));
  const place = (at: number, from: number) => (at * scale - from) * factor;
  const outline = {
    x: place(box.x, crop.x) - line,
    y: place(box.y, crop.y) - line,
    width: box.width * scale * factor + 2 * line,
    height: box.height * scale * factor + 2 * line,
  };
  const rect = ({ x, y, width: w, height: h }: Box) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${line}" fill="none"`;
  const dot = point && `cx="${place(point.x, crop.x)}" cy="${place(point.y, crop.y)}" r="${2.5 * line}"`;
  const lines = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${rect(outline)} stroke="#fff" stroke-width="${line * 1.8}"/>${rect(outline)} stroke="#2f55d4" stroke-width="${line}"/>
    ${dot ? `<circle ${dot} fill="#2f55d4" stroke="#fff" stroke-width="${line}"/>` : ''}</svg>`;
  const picture = sharp(image)
    .extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height })
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: Buffer.from(lines), left: 0, top: 0 }]);
  return format === 'png' ? picture.png().toBuffer() : picture.webp({ quality: 90 }).toBuffer();
}
