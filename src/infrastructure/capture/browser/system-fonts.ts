import { readdir } from 'node:fs/promises';

const FONT = /\.(ttf|ttc|otf|otc|pfb|pfa|woff2?)$/i;

/** Whether any of the directories, or one in them, has a font: images of containers come with them empty. */
export async function hasFonts(directories: readonly string[]): Promise<boolean> {
  for (const directory of directories) {
    const names = await readdir(directory, { recursive: true }).catch(() => []);
    if (names.some((name) => FONT.test(name))) return true;
  }
  return false;
}
