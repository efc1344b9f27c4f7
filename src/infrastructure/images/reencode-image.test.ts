import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type ImageFormat, ImageUnreadable, reencodeImage } from './reencode-image.ts';

const TURN = { organizationId: 'a', isMember: true };

const reencode = (bytes: Buffer, format: ImageFormat) => reencodeImage({ bytes, format, maxPixels: 1_000_000 }, TURN);

const red = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#d00000' } });

const causeOf = async (bytes: Buffer, format: ImageFormat): Promise<unknown> => {
  const error: unknown = await reencode(bytes, format).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImageUnreadable);
  return error;
};

test.each([
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['AVIF', () => red().avif().toBuffer()],
  ['TIFF', () => red().tiff().toBuffer()],
  ['an empty file', async () => Buffer.alloc(0)],
])('%s reaches no decoder, whatever it is called', async (_, encode) => {
  const bytes = await encode();
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    expect(await causeOf(bytes, format)).toMatchObject({
      message: `the picture is not in the format ${format}`,
    });
  }
});

test('a picture of another decoded format is refused', async () => {
  const webp = await red().webp().toBuffer();
  await causeOf(webp, 'png');
  await causeOf(Buffer.concat([Buffer.from('GIF8'), webp]), 'gif');
});

test('only pixels remain of a picture that is also a page', async () => {
  const page = Buffer.from('<script>alert(1)</script>');
  const png = await red().png().toBuffer();
  const { bytes } = await reencode(Buffer.concat([png, page]), 'png');
  expect(bytes.includes(page)).toBe(false);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 });
});

test.each(['gif', 'webp'] as const)('an animated %s becomes its first frame', async (format) => {
  const pixels = Buffer.from(Array.from({ length: 40 * 600 * 3 }, (_, index) => index >> 8));
  const frames = sharp(pixels, { raw: { width: 40, height: 600, channels: 3, pageHeight: 30 } });
  const animated = await frames.toFormat(format).toBuffer();
  expect((await sharp(animated).metadata()).pages).toBe(20);
  const { bytes } = await reencode(animated, format);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
});

test('a JPEG with scans that repeat is refused before they are all decoded', async () => {
  const jpeg = await red(900, 900).jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const scans = Array.from({ length: 500 }, () => scan);
  await causeOf(Buffer.concat([jpeg.subarray(0, -2), ...scans, Buffer.from([0xff, 0xd9])]), 'jpeg');
});

test('a picture that is larger than allowed is refused by its header', async () => {
  await causeOf(await red(1_100, 1_000).png().toBuffer(), 'png');
});
