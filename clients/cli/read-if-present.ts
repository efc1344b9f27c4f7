import { readFileSync } from 'node:fs';
import { UsageError } from './world.ts';

/**
 * Reads a file; undefined if there is none.
 * @throws UsageError
 */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${path} cannot be read: ${code}`);
  }
}
