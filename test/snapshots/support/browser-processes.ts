import { execFileSync } from 'node:child_process';

/**
 * Returns the process ids of the pool's browsers: child processes of the test with their
 * descendants.
 */
export function browserProcesses(type: 'browser' | 'renderer'): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
  const own = new Set([process.pid]);
  for (let grown = true; grown; ) {
    const before = own.size;
    for (const { pid, parent } of rows) if (own.has(parent)) own.add(pid);
    grown = own.size > before;
  }
  const pattern =
    type === 'browser' ? /pinbound-browser-.*--remote-debugging-pipe|--remote-debugging-pipe/ : /--type=renderer/;
  return rows
    .filter(
      ({ pid, command }) => own.has(pid) && pattern.test(command) && (type !== 'browser' || !/--type=/.test(command)),
    )
    .map(({ pid }) => pid);
}
