import { format } from 'node:util';
import { type Logger, serializeFault } from './logger.ts';

/** Methods of the console that print text, and the level at which they are logged instead. */
const CONSOLE_LEVELS = {
  trace: 'debug',
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
} as const;

/**
 * Logs what Node.js and packages would print as text on the standard streams: warnings, and calls
 * of the console.
 */
export function logTextOutput(logger: Logger): void {
  // The only listener so far is the one by which Node.js prints warnings.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, ...fields }) => {
    const { code } = fields as { code?: string };
    logger.warn({ warning: name, ...(code && { code }) }, message);
  });
  for (const [method, level] of Object.entries(CONSOLE_LEVELS)) {
    console[method as keyof typeof CONSOLE_LEVELS] = (...values: unknown[]) => logger[level]({}, format(...values));
  }
}

/**
 * Logs uncaught errors; the process still exits. An error has its stack whatever its code, because
 * nothing expected it.
 * @param isPrinted whether Node.js prints the error as text too
 */
export function logUncaughtErrors(logger: Logger, isPrinted: boolean): void {
  process.on('uncaughtExceptionMonitor', (error, origin) =>
    logger.error({ err: serializeFault(error), origin }, 'uncaught error; process exits'),
  );
  // With a listener, Node.js neither prints the error nor exits.
  if (!isPrinted) process.on('uncaughtException', () => process.exit(1));
}
