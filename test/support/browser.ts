import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import {
  type BrowserProgram,
  isBundledBrowserSupported,
  unpackBundledBrowser,
} from '../../src/infrastructure/capture/browser/bundled-browser.ts';

/**
 * Directory in which all tests of this machine unpack the bundled browser once. A copy per test
 * would cost seconds and 200 MB.
 */
export async function sharedBrowser(): Promise<string> {
  const directory = join(tmpdir(), `pinbound-test-browser-${process.getuid?.() ?? 0}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return directory;
}

let program: Promise<BrowserProgram> | undefined;

function browserProgram(): Promise<BrowserProgram> {
  program ??= findProgram();
  return program;
}

async function findProgram(): Promise<BrowserProgram> {
  if (process.env.CHROMIUM_PATH) return { path: process.env.CHROMIUM_PATH, env: {} };
  return unpackBundledBrowser(await sharedBrowser());
}

/**
 * Path of the browser for processes with a new data directory; undefined where the bundled one does
 * not run.
 */
export async function sharedBrowserProgram(): Promise<string | undefined> {
  if (!process.env.CHROMIUM_PATH && !isBundledBrowserSupported()) return undefined;
  return (await browserProgram()).path;
}

/**
 * Starts the browser of the npm package, or the one named by CHROMIUM_PATH. The caller closes it.
 *
 * @param more further arguments
 */
export async function launchBrowser(...more: string[]): Promise<Browser> {
  const { path, env } = await browserProgram();
  return puppeteer.launch({
    executablePath: path,
    headless: 'shell',
    args: [...ARGUMENTS, ...more],
    env: { ...process.env, ...env },
    // The browser exits with the process that started it.
    pipe: true,
    // The error of a call without response names the call; that of the whole test does not.
    protocolTimeout: 120_000,
  });
}

/**
 * Replaces the arguments of the package, which disable the sandbox, web security and site
 * isolation.
 */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--hide-scrollbars',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
