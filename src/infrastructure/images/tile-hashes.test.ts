import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingRows, hashTiles } from './tile-hashes.ts';

const noise = (width: number, height: number, seed = 1) => {
  const pixels = new Uint8Array(width * height * 4);
  for (let i = 0, state = seed; i < pixels.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[i] = state >>> 24;
  }
  return pixels;
};
const changed = (pixels: Uint8Array, at: number) => pixels.map((value, index) => (index === at ? value ^ 1 : value));

describe('tile hashes', () => {
  test('take 16 bytes per tile of 32 rows, and 16 more', async () => {
    expect(await hashTiles(noise(3, 1), { width: 3, height: 1 })).toHaveLength(32);
    expect(await hashTiles(noise(3, 64), { width: 3, height: 64 })).toHaveLength(48);
    expect(await hashTiles(noise(3, 65), { width: 3, height: 65 })).toHaveLength(64);
  });

  test('of equal pixels are equal at any memory alignment', async () => {
    const size = { width: 5, height: 70 };
    const pixels = noise(5, 70);
    const shifted = new Uint8Array(pixels.length + 3).subarray(3);
    shifted.set(pixels);
    expect(differingRows(await hashTiles(pixels, size), await hashTiles(shifted, size))).toEqual([]);
  });

  test('find the tile of any single changed bit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 120 }),
        fc.nat(),
        async (width, height, seed) => {
          const pixels = noise(width, height, seed);
          const at = seed % pixels.length;
          const top = Math.floor(at / (width * 4 * 32)) * 32;
          const size = { width, height };
          expect(differingRows(await hashTiles(pixels, size), await hashTiles(changed(pixels, at), size))).toEqual([
            { top, bottom: Math.min(top + 32, height) },
          ]);
        },
      ),
    );
  });

  test('join adjacent tiles', async () => {
    const size = { width: 2, height: 160 };
    const pixels = noise(2, 160);
    const other = [0, 40, 130].reduce((image, row) => changed(image, row * 8), pixels);
    expect(differingRows(await hashTiles(pixels, size), await hashTiles(other, size))).toEqual([
      { top: 0, bottom: 64 },
      { top: 128, bottom: 160 },
    ]);
  });

  test('include the rows that only the higher image has', async () => {
    const pixels = noise(2, 100);
    const cut = (height: number) => hashTiles(pixels.subarray(0, height * 8), { width: 2, height });
    expect(differingRows(await cut(64), await cut(100))).toEqual([{ top: 64, bottom: 100 }]);
    expect(differingRows(await cut(100), await cut(70))).toEqual([{ top: 64, bottom: 100 }]);
  });

  test('of another width, format or length are not comparable', async () => {
    const size = { width: 4, height: 40 };
    const hashes = await hashTiles(noise(4, 40), size);
    const ofFormat = Buffer.from(hashes);
    ofFormat.writeUInt32LE(2, 0);
    for (const other of [
      await hashTiles(noise(8, 20), { width: 8, height: 20 }),
      ofFormat,
      hashes.subarray(1),
      Buffer.of(),
    ])
      expect(differingRows(hashes, other)).toBeUndefined();
  });

  test('reject pixels that do not match the size', async () => {
    await expect(hashTiles(noise(4, 4), { width: 4, height: 5 })).rejects.toThrow('of the given size');
    await expect(hashTiles(new Uint8Array(), { width: 0, height: 0 })).rejects.toThrow('of the given size');
  });

  test('yield to the event loop while they are computed', async () => {
    const size = { width: 1920, height: 20_000 };
    const pixels = Buffer.alloc(size.width * size.height * 4, 7);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await hashTiles(pixels, size);
    clearInterval(timer);
    // Hashed in one go, there would be none.
    expect(turns).toBeGreaterThan(3);
  });
});
