import { listen } from '../../shared/listen.ts';
import { formatLog } from './format-log.ts';

export type Level = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** A console line of the page, or an uncaught error. */
export interface ConsoleLine {
  readonly level: Level;
  readonly text: string;
  /** Milliseconds since the page began to load. */
  readonly at: number;
}

declare global {
  interface Window {
    /** Lines that the page has recorded before this script ran. */
    SvcConsole?: [level: Level, values: readonly unknown[], at: number][];
  }
}

const LEVELS: readonly Level[] = ['debug', 'log', 'info', 'warn', 'error'];
const MAX_LINES = 50;

/**
 * Records console lines and passes them on. Aborting the signal restores the console; if another
 * script has wrapped it in the meantime, the wrapper stays and recording ends.
 *
 * @returns a function that returns the last 50 lines, oldest first
 */
export function recordConsole(signal: AbortSignal): () => readonly ConsoleLine[] {
  const lines: ConsoleLine[] = [];
  let isRecording = false;
  const record = (level: Level, values: readonly unknown[], at = performance.now()) => {
    // Reading a proxy can write further lines.
    if (signal.aborted || isRecording) return;
    isRecording = true;
    try {
      lines.push({ level, text: formatLog(values), at: Math.round(at) });
      if (lines.length > MAX_LINES) lines.shift();
    } catch {
      // The page may have replaced a built-in; the line is lost then.
    }
    isRecording = false;
  };
  const target = console;
  // Lines before this script, which the page keeps; see docs/overlay.md.
  for (const line of window.SvcConsole?.splice(0) ?? []) record(...line);
  for (const level of LEVELS) {
    const before = target[level];
    const listener = (...values: unknown[]) => {
      before.apply(target, values);
      record(level, values);
    };
    target[level] = listener;
    signal.addEventListener('abort', () => {
      if (target[level] === listener) target[level] = before;
    });
  }
  listen<ErrorEvent>(signal, window, 'error', ({ error, message }) => message && record('error', [error ?? message]));
  listen<PromiseRejectionEvent>(signal, window, 'unhandledrejection', ({ reason }) =>
    record('error', ['Unhandled rejection:', reason]),
  );
  return () => [...lines];
}
