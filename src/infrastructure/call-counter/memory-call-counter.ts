import type { CallCounter } from './call-counter.ts';

/** The most windows of one kind that are kept at once; beyond it those of the kind that end first are forgotten. */
const MAX_OF_KIND = 100_000;

type Window = { calls: number; resetAt: number };

/**
 * A counter for a single process. What stands before the first colon of an identity is its kind. Each kind has its own
 * room, so that no flood of one makes room by forgetting another: calls with made-up keys do not end the count of wrong
 * passwords. All windows of a kind are equally long, so the first of its map is the one that ends first.
 */
export function createMemoryCallCounter(now: () => number = Date.now): CallCounter {
  const kinds = new Map<string, Map<string, Window>>();

  function windowsOf(identity: string): Map<string, Window> {
    const kind = identity.slice(0, identity.indexOf(':') + 1);
    let windows = kinds.get(kind);
    if (!windows) {
      windows = new Map();
      kinds.set(kind, windows);
    }
    return windows;
  }

  return {
    async count(identity, windowMs, n = 1) {
      const time = now();
      const windows = windowsOf(identity);
      let window = windows.get(identity);
      if (!window || window.resetAt <= time) {
        windows.delete(identity);
        makeRoom(windows, time);
        window = { calls: 0, resetAt: time + windowMs };
        windows.set(identity, window);
      }
      window.calls += n;
      return { ...window };
    },
    async peek(identity) {
      const window = windowsOf(identity).get(identity);
      return window && window.resetAt > now() ? { ...window } : { calls: 0, resetAt: now() };
    },
    async forget(identity) {
      windowsOf(identity).delete(identity);
    },
  };
}

/** Drops what has ended, two at a time so that no call pays for many, and when that does not suffice what ends first. */
function makeRoom(windows: Map<string, Window>, time: number): void {
  let left = 2;
  for (const [identity, { resetAt }] of windows) {
    const isOver = resetAt <= time;
    if (!isOver && windows.size < MAX_OF_KIND) return;
    windows.delete(identity);
    left -= 1;
    if (!isOver || left === 0) return;
  }
}
