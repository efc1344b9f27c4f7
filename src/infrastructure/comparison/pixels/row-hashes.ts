/**
 * A number for each row of RGBA pixels: equal rows have equal numbers. Unequal rows nearly always have unequal ones,
 * which is enough to find rows again: what is laid side by side is compared by its pixels afterwards.
 */
export function hashRows(pixels: Uint8Array, width: number): Float64Array {
  const words = new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const hashes = new Float64Array(words.length / width);
  for (let row = 0, at = 0; row < hashes.length; row++) {
    const end = at + width;
    // Four at a time: the processor multiplies one while it waits for another.
    let [a, b, c, d] = [1, 2, 3, 4];
    for (; at + 4 <= end; at += 4) {
      a = mixed(a, words[at] ?? 0);
      b = mixed(b, words[at + 1] ?? 0);
      c = mixed(c, words[at + 2] ?? 0);
      d = mixed(d, words[at + 3] ?? 0);
    }
    for (; at < end; at++) a = mixed(a, words[at] ?? 0);
    const [one, two] = [mixed(mixed(mixed(a, b), c), d), mixed(mixed(mixed(d, c), b), a)];
    // 52 bits: a whole number that a double holds exactly.
    hashes[row] = (one >>> 0) * 0x100000 + ((two >>> 0) & 0xfffff);
  }
  return hashes;
}

function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x85ebca6b);
  return product ^ (product >>> 15);
}
