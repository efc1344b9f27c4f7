import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../server-process.ts';

/** A separate Redis without persistence. */
export interface RedisServer {
  url: string;
  /** Kills it; its data is lost. */
  stop(): Promise<void>;
  /** Starts it again on its port, empty. */
  start(): Promise<void>;
  /** Stops responding and keeps its connections. */
  pause(): void;
  resume(): void;
}

const PROGRAM = 'redis-server';
const READY_WITHIN_MS = 30_000;

/**
 * Starts `redis-server` on a free port. It must be installed (Debian: apt-get install
 * redis-server).
 */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      // Each test database has a keyspace of its own: see redisUrlFor in test-app.ts.
      child = spawn(PROGRAM, [...args, '--databases', '65536'], { stdio: 'ignore' });
      const failed = once(child, 'error').then(([error]) => {
        throw new Error(`redis-server cannot be started: ${error.message}. Install it first.`);
      });
      await Promise.race([failed, waitUntilReady(url)]);
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
  await server.start();
  return server;
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => undefined);
    const reply = await client.ping().catch(() => undefined);
    client.disconnect();
    if (reply === 'PONG') return;
    if (performance.now() > deadline) throw new Error(`redis-server does not respond at ${url}`);
    await delay(20);
  }
}
