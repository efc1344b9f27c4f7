import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { BrowserError, BrowserStartError } from '../capture-errors.ts';
import { CAPTURE_LIMITS } from '../capture-request.ts';
import { browserArguments } from './browser-arguments.ts';
import type { SelectedBrowser } from './browser-choice.ts';
import { limitMessageSize } from './message-guard.ts';

/** Startup deadline of a browser, ms. */
const START_TIMEOUT_MS = 30_000;
/** Attempts to start a browser that exits while it starts, for lack of memory for example. */
const START_ATTEMPTS = 2;
/** Extra time for a protocol response beyond the capture's deadline, ms. */
const PROTOCOL_GRACE_MS = 10_000;
/** A browser that has not closed within this time is killed, ms. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Messages carry images as base64: four characters for three bytes. */
const MAX_MESSAGE_BYTES = Math.ceil((CAPTURE_LIMITS.imageBytes * 4) / 3) + 1_000;

/** Running browser with its own profile. */
export interface BrowserProcess {
  browser: Browser;
  pid: number;
  isAlive(): boolean;
  /** Returns whether the browser was killed because of an oversized message. */
  isFlooded(): boolean;
  /** Closes the browser, kills it after a timeout and removes its files. Never rejects. */
  close(): Promise<void>;
  /** Kills all processes of the browser immediately. */
  kill(): void;
}

/** Name prefix of profile directories, followed by the id of the owning process. */
export const PROFILE_PREFIX = 'pinbound-browser-';

/**
 * Starts a browser.
 * @param options.deadlineMs of one capture, ms
 * @throws BrowserError
 */
export async function startBrowser(
  selected: SelectedBrowser,
  options: { sandbox: boolean; deadlineMs: number },
): Promise<BrowserProcess> {
  const { browser, profile } = await launchBrowser(selected, options);
  const pid = browser.process()?.pid;
  if (pid === undefined) throw new BrowserError('the browser has no process');
  const exited = new Promise<void>((resolve) => browser.process()?.once('exit', () => resolve()));
  // Puppeteer starts the browser as leader of a process group, which includes its renderers.
  const kill = () => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // Already exited.
    }
  };
  let isFlooded = false;
  limitMessageSize(browser.process(), MAX_MESSAGE_BYTES, () => {
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

/** @throws BrowserStartError */
async function launchBrowser(
  selected: SelectedBrowser,
  options: { sandbox: boolean; deadlineMs: number },
): Promise<{ browser: Browser; profile: string }> {
  // Loaded on demand: it costs 250 ms and 30 MB at startup.
  const { launch } = await import('puppeteer-core');
  for (let attempt = 1; ; attempt += 1) {
    const profile = await mkdtemp(join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-`));
    try {
      const browser = await launch({
        executablePath: selected.path,
        headless: IS_SHELL.test(selected.path) ? 'shell' : true,
        // A debugging port would be open to other users of this machine.
        pipe: true,
        args: browserArguments(options),
        userDataDir: profile,
        env: { ...environment(), ...selected.env, TMPDIR: profile, HOME: profile },
        timeout: START_TIMEOUT_MS,
        // A hanging page must run into its capture's deadline, not into a protocol timeout.
        protocolTimeout: options.deadlineMs + PROTOCOL_GRACE_MS,
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        defaultViewport: null,
        waitForInitialPage: false,
      });
      return { browser, profile };
    } catch (error) {
      await rm(profile, { recursive: true, force: true });
      if (attempt === START_ATTEMPTS || !EXITED.test(String(error))) {
        throw new BrowserStartError(explain(error, options), { cause: error });
      }
    }
  }
}

/** Program that is headless only; the bundled browser is one. */
const IS_SHELL = /headless[-_]shell/;

/** Messages of Puppeteer about a browser that exited while it started. */
const EXITED = /Target closed|Failed to launch the browser process/;

/**
 * Minimal environment of the browser: no settings of the service, which include secrets, and one
 * language on all machines.
 */
const environment = (): Record<string, string> => ({
  ...Object.fromEntries(
    ['PATH', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'LD_LIBRARY_PATH', 'SYSTEMROOT'].flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  ),
  LANG: 'en_US.UTF-8',
});

/** Explains why the browser did not start, and what to do. */
function explain(error: unknown, { sandbox }: { sandbox: boolean }): string {
  const reason = error instanceof Error ? error.message : String(error);
  // The browser says why on its standard error only, which a pipe does not carry.
  if (sandbox && (EXITED.test(reason) || /sandbox/i.test(reason)))
    return `the browser exited while it started. ${SANDBOX}`;
  return `the browser did not start: ${reason.split('\n')[0]}`;
}

const SANDBOX =
  'The usual cause is a forbidden sandbox: allow unprivileged user namespaces (in a container, use the seccomp profile ' +
  'deploy/seccomp.json; on the machine, kernel.unprivileged_userns_clone=1 and ' +
  'kernel.apparmor_restrict_unprivileged_userns=0), or set CAPTURE_SANDBOX=off if only trusted users can request snapshots';
