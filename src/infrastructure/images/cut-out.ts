/** Image pixels. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A part of a picture, as far as the picture has it. */
export interface CutOut extends Part {
  /** WebP, without loss. */
  image: Buffer;
}

/** Cuts parts out of a picture, which is decoded once. @returns of each part, null for one that is not in the picture */
export async function cutOut(png: Uint8Array, parts: Part[]): Promise<(CutOut | null)[]> {
  const { default: sharp } = await import('sharp');
  const size = await sharp(png).metadata();
  const within = parts.map((part) => clip(part, size));
  const all = around(within.filter((part) => part !== null));
  if (!all) return within.map(() => null);
  const { data, info } = await sharp(png).extract(all).raw().toBuffer({ resolveWithObject: true });
  const results: (CutOut | null)[] = [];
  for (const part of within) {
    if (!part) {
      results.push(null);
      continue;
    }
    const image = await sharp(data, { raw: info })
      .extract({ ...part, left: part.left - all.left, top: part.top - all.top })
      .webp({ lossless: true })
      .toBuffer();
    results.push({ ...part, image });
  }
  return results;
}

function clip(part: Part, size: { width: number; height: number }): Part | null {
  const [left, top] = [Math.max(0, Math.floor(part.left)), Math.max(0, Math.floor(part.top))];
  const right = Math.min(size.width, Math.ceil(part.left + part.width));
  const bottom = Math.min(size.height, Math.ceil(part.top + part.height));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

function around(parts: Part[]): Part | null {
  if (parts.length === 0) return null;
  const left = Math.min(...parts.map((part) => part.left));
  const top = Math.min(...parts.map((part) => part.top));
  const right = Math.max(...parts.map((part) => part.left + part.width));
  const bottom = Math.max(...parts.map((part) => part.top + part.height));
  return { left, top, width: right - left, height: bottom - top };
}
