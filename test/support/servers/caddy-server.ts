import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../server-process.ts';

/** Caddy with `deploy/Caddyfile`, without TLS, in front of api processes. */
export interface CaddyServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Last lines of its log. */
  output(): string;
  stop(): Promise<void>;
}

const PROGRAM = 'caddy';
const READY_WITHIN_MS = 30_000;

/**
 * Starts `caddy` on a free port of the loopback address. It must be installed (Debian: apt-get
 * install caddy).
 * @param upstreams `host:port` of each api process
 */
export async function startCaddy(upstreams: string[]): Promise<CaddyServer> {
  const directory = await mkdtemp(join(tmpdir(), 'pinbound-test-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = join(directory, 'Caddyfile');
  const options = '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n';
  await writeFile(file, options + (await readFile('deploy/Caddyfile', 'utf8')));
  const child = spawn(PROGRAM, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      XDG_DATA_HOME: directory,
      XDG_CONFIG_HOME: directory,
      HOST_NAME: url,
      UPSTREAMS: upstreams.join(' '),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-20_000);
  });
  const ended = Promise.race([once(child, 'error'), once(child, 'exit')]).then(([reason]) => {
    throw new Error(`caddy cannot be started (${reason}); is it installed?\n${output}`);
  });
  await Promise.race([ended, untilAnswered(url)]);
  ended.catch(() => undefined);
  return {
    url,
    output: () => output,
    async stop() {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function untilAnswered(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const response = await fetch(`${url}/metrics`).catch(() => undefined);
    if (response) return;
    if (performance.now() > deadline) throw new Error(`caddy does not respond at ${url}`);
    await delay(20);
  }
}
