import { type ExecFileException, execFile } from 'node:child_process';

/** Output of a program, and its exit code. */
interface Output {
  code: number;
  out: string;
  err: string;
}

/** Runs a program to its end, whatever its exit code is. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Output> =>
  new Promise((done) => {
    const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 64 << 20 } as const;
    execFile(program, args, options, (error: ExecFileException | null, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, err }),
    );
  });
