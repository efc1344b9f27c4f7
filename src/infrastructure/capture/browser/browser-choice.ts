import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserProgram, bundledBrowserFits, unpackBundledBrowser } from './bundled-browser.ts';

/** A browser that captures can use. */
export interface ChosenBrowser extends BrowserProgram {
  source: 'CHROMIUM_PATH' | 'bundled' | 'installed';
  /** Such as `Chromium 147.0.7727.0`. */
  version: string;
}

/** There is no browser to be had; the message says what to install. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/**
 * Finds the browser: the one that is set, else the one that came along, else one that is installed. Of the latter, one that
 * does not start is passed over.
 * @param directory where the one that came along is unpacked
 * @throws NoBrowser
 */
export async function chooseBrowser(options: { chromiumPath?: string; directory: string }): Promise<ChosenBrowser> {
  const { chromiumPath } = options;
  if (chromiumPath) {
    if (!(await isExecutable(chromiumPath))) {
      throw new NoBrowser(`CHROMIUM_PATH names ${chromiumPath}, which is not a program that can be run`);
    }
    return described({ path: chromiumPath, env: {} }, 'CHROMIUM_PATH');
  }
  const failures: string[] = [];
  for await (const [find, source] of candidates(options.directory)) {
    try {
      return await described(await find(), source);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new NoBrowser([NOTHING_FOUND, ...failures].join('; '));
}

const NOTHING_FOUND =
  'no browser was found to take snapshots with: install Chromium or Google Chrome, or set CHROMIUM_PATH to its program';

/** What is not set, in the order of preference. */
async function* candidates(
  directory: string,
): AsyncIterable<[find: () => Promise<BrowserProgram>, source: ChosenBrowser['source']]> {
  if (bundledBrowserFits()) yield [() => unpackBundledBrowser(directory), 'bundled'];
  for await (const path of installedPrograms()) yield [async () => ({ path, env: {} }), 'installed'];
}

async function described(program: BrowserProgram, source: ChosenBrowser['source']): Promise<ChosenBrowser> {
  try {
    const { stdout } = await promisify(execFile)(program.path, ['--version'], {
      env: { ...process.env, ...program.env },
      timeout: 20_000,
    });
    return { ...program, source, version: stdout.trim().split('\n')[0] ?? '' };
  } catch (error) {
    throw new NoBrowser(
      `the browser ${program.path} does not start: ${String((error as Error).message).slice(0, 500)}`,
    );
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
];

async function* installedPrograms(): AsyncIterable<string> {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const paths = [...NAMES.flatMap((name) => directories.map((directory) => join(directory, name))), ...ELSEWHERE];
  for (const path of paths) if (await isExecutable(path)) yield path;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
