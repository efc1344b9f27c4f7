import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { loadPicture, takePictures } from './pictures.ts';

const untrusted = { picturePage: 'https://evil.example/1.webp', picture: 'data:image/png;base64,AA' };

test('untrusted values name no pictures, and stay as they are', () => {
  const answer = {
    nodes: [{ picture: '/o/1', untrustedFingerprint: untrusted, untrustedElement: { deep: [untrusted] } }],
  };
  expect(takePictures(answer, 0)).toEqual({ answer, pictures: [{ name: 'picture', url: '/o/1', part: undefined }] });
});

describe('pictures are decoded two at once', () => {
  const load = async (context: Partial<Context> = {}) => {
    const image = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const url = `data:image/png;base64,${image.toString('base64')}`;
    return (times: number) =>
      Promise.allSettled(
        Array.from({ length: times }, () => loadPicture(context as Context, { url, part: undefined })),
      );
  };

  test('and 50 wait; further ones are rejected', async () => {
    const results = await (await load())(53);
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(rejected).toEqual([
      expect.objectContaining({ message: 'Too many pictures are being prepared; retry in 5 seconds' }),
    ]);
    expect(rejected[0]).toBeInstanceOf(AppError);
  });

  test('but not for a client that disconnected', async () => {
    const [result] = await (await load({ signal: AbortSignal.abort() }))(1);
    expect(result?.status).toBe('rejected');
  });
});
