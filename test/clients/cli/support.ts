import { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';
import { run } from '../../../clients/cli/run.ts';
import { shownIds } from '../../support/shown-ids.ts';

/** Output of a command, and its exit code. */
export interface Printed {
  code: number;
  out: string;
  err: string;
}

/** Environment of a command. */
export interface Place {
  env?: Record<string, string>;
  cwd?: string;
  input?: string;
  openBrowser?: (address: string) => void;
  sleep?: (ms: number) => Promise<void>;
  /** Receives what is printed to standard error at once. */
  onError?: (text: string) => void;
}

/**
 * Runs a command in this process; a process of its own takes 100 ms. Nothing waits for retries.
 * What it prints for people has no UUID, except the files that init shows before it writes them.
 */
export async function pinbound(
  args: readonly string[],
  { env = {}, cwd = '/', input = '', openBrowser, sleep = async () => undefined, onError }: Place = {},
): Promise<Printed> {
  const printed = { out: '', err: '' };
  const into = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _encoding, done) {
        printed[name] += chunk;
        if (name === 'err') onError?.(String(chunk));
        done();
      },
    });
  const code = await run(args, {
    env: { PATH: process.env.PATH, HOME: '/dev/null', ...env },
    cwd,
    stdin: Readable.from([input]),
    stdout: into('out'),
    stderr: into('err'),
    sleep,
    ...(openBrowser && { openBrowser }),
  });
  const showsFiles = args.includes('--json') || args[0] === 'init';
  if (!showsFiles) expect(shownIds(printed.out + printed.err), args.join(' ')).toEqual([]);
  return { code, ...printed };
}
