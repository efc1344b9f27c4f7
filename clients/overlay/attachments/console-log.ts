import { plain } from './format-log.ts';

export type Level = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** One line that the page wrote to the console, or an error that nobody caught. */
export interface ConsoleLine {
  readonly level: Level;
  readonly text: string;
  /** Milliseconds since the page began to load. */
  readonly at: number;
}

const LEVELS: readonly Level[] = ['debug', 'log', 'info', 'warn', 'error'];
const KEPT = 50;

/**
 * Listens to the console: each line goes on to where it went before. The signal puts everything back, except under a
 * wrapper that somebody else laid on top, through which lines then only pass.
 *
 * @returns the last 50 lines, the oldest first.
 */
export function collectConsole(signal: AbortSignal): () => readonly ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  let isReading = false;
  const keep = (level: Level, values: readonly unknown[]) => {
    // A proxy that is read may write lines itself.
    if (signal.aborted || isReading) return;
    isReading = true;
    try {
      lines.push({ level, text: plain(values), at: Math.round(performance.now()) });
      if (lines.length > KEPT) lines.shift();
    } catch {
      // The page may have replaced what this takes: then less is kept.
    }
    isReading = false;
  };
  const target = console;
  for (const level of LEVELS) {
    const before = target[level];
    const listener = (...values: unknown[]) => {
      before.apply(target, values);
      keep(level, values);
    };
    target[level] = listener;
    signal.addEventListener('abort', () => {
      if (target[level] === listener) target[level] = before;
    });
  }
  window.addEventListener('error', ({ error, message }) => message && keep('error', [error ?? message]), { signal });
  window.addEventListener('unhandledrejection', ({ reason }) => keep('error', ['Unhandled rejection:', reason]), {
    signal,
  });
  return () => [...lines];
}
