import sharp from 'sharp';

export interface Pixels {
  width: number;
  height: number;
  /** `#rrggbb` */
  at(x: number, y: number): string;
}

/** Decodes an image. */
export async function pixelsOf(image: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`,
  };
}
