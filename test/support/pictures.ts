import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture as raw RGBA. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

type Color = readonly [red: number, green: number, blue: number, alpha?: number];

/** Creates a picture from a function of the pixel position. */
export function createPicture(width: number, height: number, colorAt: (x: number, y: number) => Color): Picture {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const [red, green, blue, alpha = 255] = colorAt(x, y);
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      pixels[at + 3] = alpha;
    }
  return { width, height, pixels };
}

/** Generates pseudorandom numbers from 0 to 255; equal seeds give equal numbers. */
export function randomBytes(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
}

export const toPng = ({ width, height, pixels }: Picture): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** Whether a picture has pixels of the blue outline of what a comment means. */
export async function hasOutline(image: ArrayBuffer): Promise<boolean> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isBlue = (at: number) => [47, 85, 212].every((value, i) => Math.abs((data[at + i] ?? 0) - value) < 24);
  return Array.from({ length: info.width * info.height }, (_, pixel) => pixel * 3).some(isBlue);
}

/** A black PNG that is small for its size: 81 million pixels take 10 KB. */
export function decompressionBomb(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** Renders an SVG with the anti-aliased edges of lines, curves and letters. */
export async function drawSvg(svg: string, width: number, height: number): Promise<Picture> {
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`;
  const pixels = await sharp(Buffer.from(image)).flatten({ background: '#fff' }).ensureAlpha().raw().toBuffer();
  return { width, height, pixels };
}

export function fillBox(
  { width, height, pixels }: Picture,
  box: { x: number; y: number; width: number; height: number },
  color: Color,
): Picture {
  const inBox = (x: number, y: number) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  return createPicture(width, height, (x, y) => {
    const at = (y * width + x) * 4;
    const old = pixels.subarray(at, at + 4);
    return inBox(x, y) ? color : [old[0] ?? 0, old[1] ?? 0, old[2] ?? 0, old[3]];
  });
}

/** Cuts rows out of a picture, at full width by default. */
export function cropRows(of: Picture, top: number, bottom: number, width = of.width): Picture {
  const rows = Array.from({ length: bottom - top }, (_, row) => {
    const at = (top + row) * of.width * 4;
    return of.pixels.subarray(at, at + width * 4);
  });
  return { width, height: rows.length, pixels: Buffer.concat(rows) };
}

/** Stacks pictures of equal width. */
export const stackRows = (...parts: Picture[]): Picture => ({
  width: parts[0]?.width ?? 0,
  height: parts.reduce((sum, { height }) => sum + height, 0),
  pixels: Buffer.concat(parts.map(({ pixels }) => pixels)),
});
