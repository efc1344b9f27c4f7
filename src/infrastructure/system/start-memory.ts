import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Modules and the schema allocate a lot at the start and keep most of it. The young generation
// would grow to its maximum for that, and V8 keeps the pages.
setFlagsFromString('--semi-space-growth-factor=1');

/**
 * Collects the garbage of the start, and lets the young generation grow with the load from now on.
 * Saves 40 MB of a process at rest, and takes about 100 ms.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  setFlagsFromString('--semi-space-growth-factor=2');
}
