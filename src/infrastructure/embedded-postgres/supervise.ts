import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../system/process-alive.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { RunningServer } from './postmaster.ts';

const CHECK_INTERVAL_MS = 500;
/** Restart backoff: doubles up to the longest, ms. */
const BACKOFF_MS = { first: 500, longest: 30_000 };

/** Supervised server. */
export interface ServerSupervisor {
  /** Returns the current process. */
  current(): RunningServer;
  /** Stops supervising. Resolves once no restart is in progress. */
  stop(): Promise<void>;
}

/**
 * Restarts a server that exits by itself (killed by the OOM killer, for example) on its old port,
 * where its clients reconnect. Call `stop` before stopping the server.
 */
export function superviseServer(
  first: RunningServer,
  launch: (port: number) => Promise<RunningServer>,
  logger: Pick<Logger, 'warn'>,
): ServerSupervisor {
  let server = first;
  let pause = BACKOFF_MS.first;
  let isLetGo = false;
  let starting: Promise<void> | undefined;
  let timer = setTimeout(look, CHECK_INTERVAL_MS).unref();

  function look(): void {
    if (isAlive(server.pid)) later(CHECK_INTERVAL_MS);
    else starting = startAgain();
  }

  function later(ms: number): void {
    if (!isLetGo) timer = setTimeout(look, ms).unref();
  }

  async function startAgain(): Promise<void> {
    const { clusterDir, port, pid } = server;
    logger.warn({ pid }, 'embedded PostgreSQL exited; restarting it');
    try {
      // The child process has exited, so the id in the file is stale, even if it was reused.
      await rm(join(clusterDir, 'postmaster.pid'), { force: true });
      server = await launch(port);
      pause = BACKOFF_MS.first;
      later(CHECK_INTERVAL_MS);
    } catch (error) {
      logger.warn({ err: error }, 'embedded PostgreSQL could not be restarted; retry scheduled');
      later(pause);
      pause = Math.min(2 * pause, BACKOFF_MS.longest);
    }
  }

  return {
    current: () => server,
    async stop() {
      isLetGo = true;
      clearTimeout(timer);
      await starting;
    },
  };
}
