/** Max width of both pictures together, pixels: mails show up to 560 CSS pixels. */
const MAX_WIDTH = 1_120;
/** Space between the pictures, pixels. */
const GAP = 16;

/** Pictures as one. */
interface JoinedPictures {
  /** PNG. */
  image: Buffer;
  /** Whether they are beside each other, and not above each other. */
  isRow: boolean;
}

/**
 * Joins pictures for a mail: beside each other if they are narrow enough, and otherwise above each
 * other.
 */
export async function besideEachOther(...pictures: Uint8Array[]): Promise<JoinedPictures> {
  const { default: sharp } = await import('sharp');
  const sizes = await Promise.all(pictures.map(async (picture) => sharp(picture).metadata()));
  const isRow = sizes.reduce((sum, { width }) => sum + width + GAP, -GAP) <= MAX_WIDTH;
  const [across, along] = isRow ? (['height', 'width'] as const) : (['width', 'height'] as const);
  const total = sizes.reduce((sum, size) => sum + size[along] + GAP, -GAP);
  const largest = Math.max(...sizes.map((size) => size[across]));
  let offset = 0;
  const layers = pictures.map((input, index) => {
    const at = offset;
    offset += (sizes[index]?.[along] ?? 0) + GAP;
    return { input: Buffer.from(input), left: isRow ? at : 0, top: isRow ? 0 : at };
  });
  const canvas = sharp({
    create: {
      width: isRow ? total : largest,
      height: isRow ? largest : total,
      channels: 4,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    },
  });
  // A pipeline would resize the canvas before it composes the pictures.
  const { data, info } = await canvas.composite(layers).raw().toBuffer({ resolveWithObject: true });
  return {
    image: await sharp(data, { raw: info }).resize({ width: MAX_WIDTH, withoutEnlargement: true }).png().toBuffer(),
    isRow,
  };
}
