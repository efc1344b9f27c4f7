import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserProgram, isBundledBrowserSupported, unpackBundledBrowser } from './bundled-browser.ts';

/** Browser that captures use. */
export interface SelectedBrowser extends BrowserProgram {
  source: 'CHROMIUM_PATH' | 'bundled' | 'installed';
  /** For example `Chromium 147.0.7727.0`. */
  version: string;
}

/** No usable browser exists. The message says what to install. */
export class BrowserNotFound extends Error {
  override readonly name = 'NoBrowser';
}

/**
 * Selects the browser: CHROMIUM_PATH if set, else an installed headless shell, which gets the
 * updates of the system, else the bundled one, else any installed one.
 * Candidates that do not start are skipped, except CHROMIUM_PATH.
 * @param options.directory the bundled browser is unpacked to
 * @throws BrowserNotFound
 */
export async function selectBrowser(options: { chromiumPath?: string; directory: string }): Promise<SelectedBrowser> {
  const { chromiumPath } = options;
  if (chromiumPath) {
    if (!(await isExecutable(chromiumPath))) {
      throw new BrowserNotFound(`CHROMIUM_PATH is ${chromiumPath}, which is not an executable file`);
    }
    return withVersion({ path: chromiumPath, env: {} }, 'CHROMIUM_PATH');
  }
  const failures: string[] = [];
  for await (const [find, source] of candidates(options.directory)) {
    try {
      return await withVersion(await find(), source);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new BrowserNotFound([NOTHING_FOUND, ...failures].join('; '));
}

const NOTHING_FOUND =
  'no browser found for snapshots: install Chromium or Google Chrome, or set CHROMIUM_PATH to its program';

/** Browsers other than CHROMIUM_PATH, in order of preference. */
async function* candidates(
  directory: string,
): AsyncIterable<[find: () => Promise<BrowserProgram>, source: SelectedBrowser['source']]> {
  for await (const path of executables(onPath([SHELL]))) yield [async () => ({ path, env: {} }), 'installed'];
  if (isBundledBrowserSupported()) yield [() => unpackBundledBrowser(directory), 'bundled'];
  for await (const path of executables([...onPath(PROGRAMS), ...KNOWN_PATHS]))
    yield [async () => ({ path, env: {} }), 'installed'];
}

async function withVersion(program: BrowserProgram, source: SelectedBrowser['source']): Promise<SelectedBrowser> {
  try {
    const { stdout } = await promisify(execFile)(program.path, ['--version'], {
      env: { ...process.env, ...program.env },
      timeout: 20_000,
    });
    return { ...program, source, version: stdout.trim().split('\n')[0] ?? '' };
  } catch (error) {
    throw new BrowserNotFound(
      `the browser ${program.path} does not start: ${String((error as Error).message).slice(0, 500)}`,
    );
  }
}

/** Draws the same pixels as the bundled browser, which is one as well. */
const SHELL = 'chromium-headless-shell';
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const KNOWN_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
];

function onPath(names: readonly string[]): string[] {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
}

async function* executables(paths: readonly string[]): AsyncIterable<string> {
  for (const path of paths) if (await isExecutable(path)) yield path;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
