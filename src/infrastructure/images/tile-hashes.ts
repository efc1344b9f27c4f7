import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { invariant } from '../../errors.ts';

/**
 * Rows per tile; a tile spans the full width. PNGs are decoded by rows, which are contiguous in
 * memory, so a tile is hashed without a copy. With 32 rows, hashes of 1920×10000 take 5 KB.
 */
const ROWS = 32;
/** First 128 bits of SHA-256: collision-resistant even for crafted pages. */
const HASH_BYTES = 16;
/** Format, rows per tile, width and height; 4 bytes each. */
const HEADER_BYTES = 16;
const FORMAT = 1;

export interface Size {
  width: number;
  height: number;
}

/** Rows from `top` (inclusive) to `bottom` (exclusive). */
export interface RowSpan {
  top: number;
  bottom: number;
}

/** Time after which hashing yields to the event loop, ms; checked after each tile. */
const MAX_BLOCKING_MS = 5;

/**
 * Hashes every tile of raw RGBA pixels. The largest image takes a second, so it yields to the event
 * loop in between.
 */
export async function hashTiles(pixels: Uint8Array, { width, height }: Size): Promise<Buffer> {
  const rowBytes = width * 4;
  invariant(width > 0 && height > 0 && pixels.length === rowBytes * height, 'pixels are RGBA of the given size');
  const hashes = Buffer.alloc(HEADER_BYTES + Math.ceil(height / ROWS) * HASH_BYTES);
  for (const [index, value] of [FORMAT, ROWS, width, height].entries()) hashes.writeUInt32LE(value, index * 4);
  let turn = performance.now();
  for (let top = 0, at = HEADER_BYTES; top < height; top += ROWS, at += HASH_BYTES) {
    if (performance.now() - turn > MAX_BLOCKING_MS) {
      await setImmediate();
      turn = performance.now();
    }
    const tile = pixels.subarray(top * rowBytes, Math.min(top + ROWS, height) * rowBytes);
    createHash('sha256').update(tile).digest().copy(hashes, at, 0, HASH_BYTES);
  }
  return hashes;
}

/**
 * Returns the row spans that may differ, top down, with adjacent tiles joined; all other rows are
 * equal. Rows that only the higher image has are included.
 * @returns undefined if the hashes are not comparable: another width, another format, or invalid
 */
export function differingRows(one: Uint8Array, other: Uint8Array): RowSpan[] | undefined {
  const [a, b] = [readHashes(one), readHashes(other)];
  if (!a || !b || a.width !== b.width) return undefined;
  const height = Math.max(a.height, b.height);
  const spans: RowSpan[] = [];
  for (let tile = 0; tile * ROWS < height; tile++) {
    if (a.hashOf(tile).equals(b.hashOf(tile))) continue;
    const [top, bottom] = [tile * ROWS, Math.min((tile + 1) * ROWS, height)];
    const last = spans.at(-1);
    if (last?.bottom === top) last.bottom = bottom;
    else spans.push({ top, bottom });
  }
  return spans;
}

function readHashes(bytes: Uint8Array) {
  const hashes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (hashes.length < HEADER_BYTES || hashes.readUInt32LE(0) !== FORMAT || hashes.readUInt32LE(4) !== ROWS) return;
  const [width, height] = [hashes.readUInt32LE(8), hashes.readUInt32LE(12)];
  if (hashes.length !== HEADER_BYTES + Math.ceil(height / ROWS) * HASH_BYTES) return;
  const startOf = (tile: number) => HEADER_BYTES + tile * HASH_BYTES;
  return { width, height, hashOf: (tile: number) => hashes.subarray(startOf(tile), startOf(tile + 1)) };
}
