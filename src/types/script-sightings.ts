import type { PageScript } from '../generated/prisma/client.ts';

/** Records from which origins the scripts of projects send requests. */
export interface ScriptSightings {
  /**
   * Records a request of a script, without waiting and at most once a minute.
   *
   * @param origin header `origin`; nothing is recorded without one
   */
  record(script: PageScript, projectId: string, origin: string | undefined): void;
  /** Writes what was recorded. */
  flush(): Promise<void>;
}
