import { vi } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { run } from '../../src/process.ts';

/** Result of a start in this process. */
export interface RejectedStart {
  /** Exit code; undefined if the process did not exit. */
  code: number | undefined;
  /** Messages of the log records on standard error. */
  messages: string[];
}

/**
 * Starts the service in this process with settings that it rejects. Faster than a process that only
 * prints an error. One start at a time: exit and standard error belong to the whole process.
 */
export async function startAndExpectExit(env: NodeJS.ProcessEnv): Promise<RejectedStart> {
  const events = ['uncaughtExceptionMonitor', 'uncaughtException', 'warning', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const before = events.map((event) => process.listeners(event as 'SIGTERM'));
  const end: RejectedStart = { code: undefined, messages: [] };
  const exit = vi.spyOn(process, 'exit').mockImplementation(((code: number) => {
    end.code = code;
  }) as typeof process.exit);
  const print = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    end.messages.push(JSON.parse(String(text)).msg);
    return true;
  });
  const printing = { ...console };
  // Under `npm test`, the start would watch for the exit of npm until this process ends.
  vi.stubEnv('npm_lifecycle_event', undefined);
  try {
    await run(() => readConfig(env));
  } finally {
    vi.unstubAllEnvs();
    exit.mockRestore();
    print.mockRestore();
    Object.assign(console, printing);
    events.forEach((event, index) => {
      process.removeAllListeners(event);
      for (const listener of before[index] ?? []) process.on(event as 'SIGTERM', listener);
    });
  }
  return end;
}
