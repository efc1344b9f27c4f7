import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { BrowserFailure } from '../capture-failure.ts';
import { CAPTURE_LIMITS } from '../capture-request.ts';
import { browserArguments } from './browser-arguments.ts';
import type { ChosenBrowser } from './browser-choice.ts';
import { watchMessages } from './message-guard.ts';

/** How long a browser may take to start, milliseconds. */
const START_TIMEOUT_MS = 30_000;
/** An answer of the browser may be later than a capture's deadline by so long, milliseconds. */
const ANSWER_GRACE_MS = 10_000;
/** After that, a browser that was asked to close is killed, milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Of three bytes of a picture a message makes four. */
const MAX_MESSAGE_BYTES = Math.ceil((CAPTURE_LIMITS.imageBytes * 4) / 3) + 1_000;

/** One running browser with its own profile. */
export interface BrowserProcess {
  browser: Browser;
  pid: number;
  isAlive(): boolean;
  /** Whether it was killed for a message that was too long. */
  isFlooded(): boolean;
  /** Asks it to go, then kills it; nothing of it is left behind. Never rejects. */
  close(): Promise<void>;
  /** Kills it with all its processes at once. */
  kill(): void;
}

/** Names of profiles begin so, followed by the id of the process they belong to. */
export const PROFILE_PREFIX = 'pinbound-browser-';

/** @param options.deadlineMs of one capture, milliseconds @throws BrowserFailure */
export async function startBrowser(
  chosen: ChosenBrowser,
  options: { sandbox: boolean; deadlineMs: number },
): Promise<BrowserProcess> {
  const profile = await mkdtemp(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
  let browser: Browser;
  try {
    // Loaded when it is needed: it costs a start a quarter of a second, and 30 MB.
    const { launch } = await import('puppeteer-core');
    browser = await launch({
      executablePath: chosen.path,
      headless: chosen.source === 'bundled' ? 'shell' : true,
      // No port that others on this machine could connect to.
      pipe: true,
      args: browserArguments(options),
      userDataDir: profile,
      env: { ...environment(), ...chosen.env, TMPDIR: profile, HOME: profile },
      timeout: START_TIMEOUT_MS,
      // A page that hangs answers nothing: its capture's deadline shall end it, not the loss of an answer.
      protocolTimeout: options.deadlineMs + ANSWER_GRACE_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      defaultViewport: null,
      waitForInitialPage: false,
    });
  } catch (error) {
    await rm(profile, { recursive: true, force: true });
    throw new BrowserFailure(explain(error), { cause: error });
  }
  const pid = browser.process()?.pid;
  if (pid === undefined) throw new BrowserFailure('the browser has no process');
  const exited = new Promise<void>((resolve) => browser.process()?.once('exit', () => resolve()));
  // Puppeteer starts it as the leader of a process group: its renderers go with it.
  const kill = () => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has gone already.
    }
  };
  let isFlooded = false;
  watchMessages(browser.process(), MAX_MESSAGE_BYTES, () => {
    isFlooded = true;
    kill();
  });
  return {
    browser,
    pid,
    isFlooded: () => isFlooded,
    isAlive: () => browser.connected,
    kill,
    async close() {
      const late = setTimeout(kill, CLOSE_TIMEOUT_MS);
      await browser.close().catch(() => undefined);
      kill();
      await exited;
      clearTimeout(late);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    },
  };
}

/** What a program needs to start; nothing of our settings, secrets among them. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    ['PATH', 'LANG', 'LC_ALL', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'LD_LIBRARY_PATH', 'SYSTEMROOT'].flatMap(
      (name) => {
        const value = process.env[name];
        return value ? [[name, value]] : [];
      },
    ),
  );

function explain(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (/sandbox/i.test(reason)) {
    return (
      'the browser cannot start its sandbox: allow unprivileged user namespaces on this machine ' +
      '(sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0), or set ' +
      'CAPTURE_SANDBOX=off where only trusted people can ask for snapshots'
    );
  }
  return `the browser does not start: ${reason.split('\n')[0]}`;
}
