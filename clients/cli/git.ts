import { execFileSync } from 'node:child_process';
import { UsageError, type World } from './world.ts';

/**
 * Runs git in the folder of the command.
 * @throws UsageError
 */
export function git({ cwd, env }: World, ...args: string[]): string {
  try {
    const options = {
      cwd,
      env: { ...env, LC_ALL: 'C' },
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 64 << 20,
    } as const;
    return execFileSync('git', args, options).replace(/\n$/, '');
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string; stderr?: string };
    if (code === 'ENOENT')
      throw new UsageError('git is not installed. Install it, or pass what it would say as options.');
    if (stderr.includes('not a git repository')) throw new UsageError(`${cwd} is not in a git repository`);
    throw new UsageError(`git ${args[0]} failed: ${stderr.trim()}`);
  }
}

/** Returns the output of git, or undefined if it has none or fails. */
export function tryGit(world: World, ...args: string[]): string | undefined {
  try {
    return git(world, ...args) || undefined;
  } catch {
    return undefined;
  }
}
