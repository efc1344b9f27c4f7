import { readdir, readFile } from 'node:fs/promises';

/** How often a browser's memory is looked at, milliseconds. */
const EVERY_MS = 250;
/** Pages of memory, where /proc counts in them; 4 KiB on every machine that the bundled browser runs on. */
const PAGE_BYTES = 4096;

/**
 * Calls back once when the processes of a group hold more memory than they may. Their own limits count the heap of scripts,
 * and neither buffers nor decoded images. Only Linux tells; elsewhere nothing is called.
 * @returns ends the watch
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

/** Resident memory of all processes of a group; what they share is counted for each. */
async function memoryOf(group: number): Promise<number> {
  const names = process.platform === 'linux' ? await readdir('/proc').catch(() => []) : [];
  const sizes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((pid) => residentOf(pid, group)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function residentOf(pid: string, group: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may hold anything; after it: state, parent, group, …, and resident pages as the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[2]) === group ? Number(fields[21]) * PAGE_BYTES : 0;
}
