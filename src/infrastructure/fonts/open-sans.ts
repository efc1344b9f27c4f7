import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { invariant } from '../../errors.ts';
import { browserPackage } from '../system/browser-package.ts';

/** Block size of tar: headers and padded files. */
const BLOCK = 512;

export interface FontFamily {
  regular: Buffer;
  bold: Buffer;
}

let loaded: Promise<FontFamily> | undefined;

/**
 * Loads Open Sans (Latin, Greek, Cyrillic; SIL Open Font License 1.1, which permits embedding) from
 * the Chromium package, so that documents look the same on every machine.
 */
export function openSans(): Promise<FontFamily> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<FontFamily> {
  const archive = await promisify(brotliDecompress)(await readFile(join(browserPackage(), 'bin/fonts.tar.br')));
  const files = filesOf(archive);
  const find = (name: string): Buffer => {
    const file = files.get(name);
    invariant(file, `the Chromium package contains ${name}`);
    return file;
  };
  return { regular: find('OpenSans-Regular.ttf'), bold: find('OpenSans-Bold.ttf') };
}

/** Returns the files of a tar by base name. */
function filesOf(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const textAt = (start: number, length: number) =>
    archive.toString('latin1', start, start + length).split('\0')[0] ?? '';
  for (let at = 0; textAt(at, 100) !== ''; ) {
    const size = Number.parseInt(textAt(at + 124, 12), 8);
    const name = textAt(at, 100).split('/').at(-1) ?? '';
    files.set(name, archive.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
