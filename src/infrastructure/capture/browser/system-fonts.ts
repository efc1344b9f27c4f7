import { readdir } from 'node:fs/promises';

const FONT = /\.(ttf|ttc|otf|otc|pfb|pfa|woff2?)$/i;

/** Returns whether one of the directory trees contains a font. Container images often have none. */
export async function hasFonts(directories: readonly string[]): Promise<boolean> {
  for (const directory of directories) {
    const names = await readdir(directory, { recursive: true }).catch(() => []);
    if (names.some((name) => FONT.test(name))) return true;
  }
  return false;
}
