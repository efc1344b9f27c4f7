import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Ticks per second of the times in /proc. */
const TICKS = 100;

interface Stat {
  parent: number;
  seconds: number;
}

/** Reads parent and CPU time of a process, with its ended children; undefined if it has ended. */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name, in parentheses, may contain spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return { parent: Number(fields[1]), seconds: ticks / TICKS };
}

/** CPU time of processes and their descendants, user and system, seconds; Linux only. */
export async function cpuSeconds(roots: number[]): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = new Map<number, Stat>();
  for (const pid of pids) {
    const stat = await statOf(pid);
    if (stat) stats.set(pid, stat);
  }
  const isBelow = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent;
    return roots.includes(pid) || (parent !== undefined && parent > 1 && isBelow(parent));
  };
  return pids.filter(isBelow).reduce((sum, pid) => sum + (stats.get(pid)?.seconds ?? 0), 0);
}

/** Parent of a process, such as PostgreSQL's first process of one of its sessions. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid))?.parent ?? 0;
}

/** Time of all cores so far, busy and in total, ms. */
export function machineTime(): { busy: number; total: number } {
  let [busy, total] = [0, 0];
  for (const { times } of cpus()) {
    const all = Object.values(times).reduce((sum, each) => sum + each, 0);
    total += all;
    busy += all - times.idle;
  }
  return { busy, total };
}
