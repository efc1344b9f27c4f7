/**
 * Hashes each row of RGBA pixels. Collisions are rare and harmless: aligned rows are compared by
 * their pixels.
 */
export function hashRows(pixels: Uint8Array, width: number): Float64Array {
  const words = new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const hashes = new Float64Array(words.length / width);
  for (let row = 0, at = 0; row < hashes.length; row++) {
    const end = at + width;
    // Four independent lanes use the CPU's instruction-level parallelism.
    let a = 1;
    let b = 2;
    let c = 3;
    let d = 4;
    for (; at + 4 <= end; at += 4) {
      a = mixed(a, words[at] ?? 0);
      b = mixed(b, words[at + 1] ?? 0);
      c = mixed(c, words[at + 2] ?? 0);
      d = mixed(d, words[at + 3] ?? 0);
    }
    for (; at < end; at++) a = mixed(a, words[at] ?? 0);
    const [one, two] = [mixed(mixed(mixed(a, b), c), d), mixed(mixed(mixed(d, c), b), a)];
    // 52 bits: an integer that a double represents exactly.
    hashes[row] = (one >>> 0) * 0x100000 + ((two >>> 0) & 0xfffff);
  }
  return hashes;
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x85ebca6b);
  return product ^ (product >>> 15);
}
