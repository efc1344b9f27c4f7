import sharp from 'sharp';
import { createPicture, randomBytes, toPng } from './pictures.ts';

/** Metadata of a comment whose author drew on the picture, as the overlay sends them. */
export async function drawnMetadata(selector: string) {
  const noise = randomBytes(21);
  const png = await toPng(createPicture(64, 64, () => [noise(), noise(), noise()]));
  const webp = await sharp(png).webp({ quality: 90 }).toBuffer();
  const picture = `data:image/webp;base64,${webp.toString('base64')}`;
  return { selector, diagnostics: { picture, drawn: true } };
}
