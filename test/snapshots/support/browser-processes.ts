import { execFileSync } from 'node:child_process';

/** The processes of the pool's browsers: children of this one, and what they have started. */
export function browserProcesses(type: 'browser' | 'renderer'): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .map(([, pid, parent, command = '']) => ({ pid: Number(pid), parent: Number(parent), command }));
  const ours = new Set([process.pid]);
  for (let grown = true; grown; ) {
    const before = ours.size;
    for (const { pid, parent } of rows) if (ours.has(parent)) ours.add(pid);
    grown = ours.size > before;
  }
  const marked =
    type === 'browser' ? /pinbound-browser-.*--remote-debugging-pipe|--remote-debugging-pipe/ : /--type=renderer/;
  return rows
    .filter(
      ({ pid, command }) => ours.has(pid) && marked.test(command) && (type !== 'browser' || !/--type=/.test(command)),
    )
    .map(({ pid }) => pid);
}
