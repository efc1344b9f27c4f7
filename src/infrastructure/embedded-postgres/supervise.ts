import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../system/process-alive.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { RunningServer } from './postmaster.ts';

const LOOK_EVERY_MS = 500;
/** Between attempts to start it again: twice as long each time, up to the longest. */
const PAUSE_MS = { first: 500, longest: 30_000 };

/** A server that is looked after. */
export interface KeptServer {
  /** The process of this moment. */
  current(): RunningServer;
  /** Looks no more. Resolves when no attempt to start it is under way. */
  letGo(): Promise<void>;
}

/**
 * Looks after a server: should it end by itself, say killed for want of memory, it is started again on its port, where its
 * clients look for it. Whoever wants to stop it lets it go first.
 */
export function keepRunning(
  first: RunningServer,
  launch: (port: number) => Promise<RunningServer>,
  logger: Pick<Logger, 'warn'>,
): KeptServer {
  let server = first;
  let pause = PAUSE_MS.first;
  let isLetGo = false;
  let starting: Promise<void> | undefined;
  let timer = setTimeout(look, LOOK_EVERY_MS).unref();

  function look(): void {
    if (isAlive(server.pid)) later(LOOK_EVERY_MS);
    else starting = startAgain();
  }

  function later(ms: number): void {
    if (!isLetGo) timer = setTimeout(look, ms).unref();
  }

  async function startAgain(): Promise<void> {
    const { clusterDir, port, pid } = server;
    logger.warn({ pid }, 'The embedded PostgreSQL is gone; starting it again');
    try {
      // A process of ours that has ended cannot be meant any more, whoever has its id by now.
      await rm(join(clusterDir, 'postmaster.pid'), { force: true });
      server = await launch(port);
      pause = PAUSE_MS.first;
      later(LOOK_EVERY_MS);
    } catch (error) {
      logger.warn({ err: error }, 'The embedded PostgreSQL could not be started again; trying once more');
      later(pause);
      pause = Math.min(2 * pause, PAUSE_MS.longest);
    }
  }

  return {
    current: () => server,
    async letGo() {
      isLetGo = true;
      clearTimeout(timer);
      await starting;
    },
  };
}
