import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGES = resolve('test/agents/node_modules');

/** Node.js 24, which the programs here need; the service runs on 20 as well. */
export function node24(): string {
  const platform = process.platform === 'darwin' ? ['node-bin-darwin', 'node-darwin'] : ['node-linux'];
  const found = platform
    .map((name) => join(PACKAGES, `${name}-${process.arch}`, 'bin/node'))
    .find((path) => existsSync(path));
  if (found) return found;
  throw new Error('Node.js 24 is not installed; run npm run test:agents');
}

export const CONFORMANCE = join(PACKAGES, '@modelcontextprotocol/conformance/dist/index.js');
export const INSPECTOR = join(PACKAGES, '@modelcontextprotocol/inspector/clients/cli/build/index.js');

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
