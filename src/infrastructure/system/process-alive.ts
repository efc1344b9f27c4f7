import { readFileSync } from 'node:fs';

/** Returns whether the process runs; false for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.charAt(status.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return true;
  }
}
