import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { invariant } from '../../errors.ts';

/**
 * A tile spans the whole width and 32 rows. Narrower ones would gain nothing: a PNG is decoded by rows, and rows of the
 * whole width lie side by side in memory, so a tile is hashed without copying it. 32 rows keep 1920×10000 at 5 KB.
 */
const ROWS = 32;
/** The first 128 bits of SHA-256: equality may be trusted, even of pages that want to collide. */
const HASH_BYTES = 16;
/** Format, rows of a tile, width and height; 4 bytes each. */
const HEADER_BYTES = 16;
const FORMAT = 1;

export interface Size {
  width: number;
  height: number;
}

/** The rows from `top` up to, but without, `bottom`. */
export interface RowSpan {
  top: number;
  bottom: number;
}

/** The thread is held no longer at a time, but for one tile, milliseconds. */
const TURN_MS = 5;

/**
 * Hashes every tile of raw RGBA pixels, into some bytes to keep beside the image. The largest image takes a second: in
 * between, the thread does what else there is to do.
 */
export async function hashTiles(pixels: Uint8Array, { width, height }: Size): Promise<Buffer> {
  const rowBytes = width * 4;
  invariant(width > 0 && height > 0 && pixels.length === rowBytes * height, 'the pixels are RGBA and fill the size');
  const hashes = Buffer.alloc(HEADER_BYTES + Math.ceil(height / ROWS) * HASH_BYTES);
  for (const [index, value] of [FORMAT, ROWS, width, height].entries()) hashes.writeUInt32LE(value, index * 4);
  let turn = performance.now();
  for (let top = 0, at = HEADER_BYTES; top < height; top += ROWS, at += HASH_BYTES) {
    if (performance.now() - turn > TURN_MS) {
      await setImmediate();
      turn = performance.now();
    }
    const tile = pixels.subarray(top * rowBytes, Math.min(top + ROWS, height) * rowBytes);
    createHash('sha256').update(tile).digest().copy(hashes, at, 0, HASH_BYTES);
  }
  return hashes;
}

/**
 * The rows that may differ, top down, neighbouring tiles joined; all others are equal pixel by pixel. Rows that only the
 * higher image has are among them.
 * @returns undefined when the hashes cannot be compared: another width, another format, or not hashes at all.
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
