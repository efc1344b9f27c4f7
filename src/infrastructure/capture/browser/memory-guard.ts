import { readdir, readFile } from 'node:fs/promises';

/** Interval of memory checks, ms. */
const EVERY_MS = 250;
/**
 * Size of a memory page in /proc, bytes; 4 KiB on every machine that the bundled browser runs on.
 */
const PAGE_BYTES = 4096;

/**
 * Calls `exceeded` once when a process group uses more than `maxBytes`. V8's own limits count only
 * the script heap, not buffers or decoded images. Works on Linux only; a no-op elsewhere.
 * @returns a function that stops the checks
 */
export function watchMemory(group: number, maxBytes: number, exceeded: () => void): () => void {
  let ended = false;
  const look = async () => {
    if (!ended && (await memoryOf(group)) > maxBytes && !ended) {
      ended = true;
      exceeded();
    }
    if (!ended) timer = setTimeout(look, EVERY_MS);
  };
  let timer = setTimeout(look, EVERY_MS);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Sums the resident memory of a process group; shared memory counts for each process. */
async function memoryOf(group: number): Promise<number> {
  const names = process.platform === 'linux' ? await readdir('/proc').catch(() => []) : [];
  const sizes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((pid) => residentOf(pid, group)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function residentOf(pid: string, group: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in parentheses may contain anything. After it: state, parent, group, …, resident pages
  // (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[2]) === group ? Number(fields[21]) * PAGE_BYTES : 0;
}
