import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserPackage } from '../../system/browser-package.ts';
import { makeDirectory } from '../../system/make-directory.ts';
import { hasFonts } from './system-fonts.ts';

const run = promisify(execFile);

/** Name prefix of an incomplete directory. */
const DRAFT = 'unpacking-';
const ABANDONED_MS = 600_000;

/** Executable of a browser with the environment it needs. */
export interface BrowserProgram {
  path: string;
  env: Record<string, string>;
}

/**
 * Unpacks the headless shell of an npm package once into `directory`. The package itself would
 * unpack to the shared temporary directory, where another user could plant a program first.
 */
export async function unpackBundledBrowser(directory: string): Promise<BrowserProgram> {
  const root = browserPackage();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const target = join(directory, `headless-shell-${version}`);
  if (!existsSync(target)) await unpack(join(root, 'bin'), directory, target);
  return { path: join(target, 'chromium'), env: await environmentFor(target) };
}

/** Returns whether this machine can run the bundled browser. */
export const isBundledBrowserSupported = (): boolean => process.platform === 'linux' && process.arch === 'x64';

/** Safe to run in several processes at once: the last one finds the target in place. */
async function unpack(bin: string, directory: string, target: string): Promise<void> {
  await makeDirectory(directory, 0o700);
  await removeAbandoned(directory);
  const draft = await mkdtemp(join(directory, DRAFT));
  try {
    await inflate(join(bin, 'chromium.br'), join(draft, 'chromium'), 0o700);
    for (const archive of ['swiftshader', 'al2023', 'fonts']) {
      const tar = join(draft, `${archive}.tar`);
      await inflate(join(bin, `${archive}.tar.br`), tar, 0o600);
      await run('tar', ['-x', '-o', '-f', tar, '-C', draft]);
      await rm(tar);
    }
    await writeFile(join(draft, 'fonts.conf'), fontSettings(join(target, 'fonts')));
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes drafts of processes that died while unpacking (200 MB each); unpacking takes seconds. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(DRAFT)) continue;
    const draft = join(directory, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - ABANDONED_MS) await rm(draft, { recursive: true, force: true });
  }
}

/** Arguments: the two files, and the mode of the second. */
const INFLATE = `const { createReadStream, createWriteStream } = require('node:fs');
const [from, to, mode] = process.argv.slice(1);
require('node:stream').pipeline(
  createReadStream(from),
  require('node:zlib').createBrotliDecompress(),
  createWriteStream(to, { mode: Number(mode) }),
  (error) => {
    if (!error) return;
    process.stderr.write(error.message);
    process.exitCode = 1;
  },
);`;

/** Unpacks in a process of its own, whose memory ends with it: this one would keep 80 MB. */
async function inflate(from: string, to: string, mode: number): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  await run(process.execPath, ['-e', INFLATE, from, to, String(mode)], { env }).catch((error: { stderr: string }) => {
    throw new Error(error.stderr || `${from} could not be unpacked`, { cause: error });
  });
}

/**
 * Uses the package's libraries and fonts where the system lacks them. Images rendered with
 * different fonts differ.
 */
async function environmentFor(target: string): Promise<Record<string, string>> {
  const starts = await run(join(target, 'chromium'), ['--version']).then(
    () => true,
    () => false,
  );
  return {
    ...(!starts && { LD_LIBRARY_PATH: join(target, 'lib') }),
    ...(!(await hasFonts(['/usr/share/fonts', '/usr/local/share/fonts'])) && { FONTCONFIG_PATH: target }),
  };
}

const fontSettings = (directory: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${directory}</dir><cachedir>${join(directory, '..', 'font-cache')}</cachedir></fontconfig>
`;
