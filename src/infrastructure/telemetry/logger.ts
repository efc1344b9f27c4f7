import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino';

/** What the rest of the code needs of a logger: an object of fields, then a sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/** As pino shows an error, without what ioredis hangs on its own: the command that failed, its arguments a password or an event. */
function shownError(error: unknown): unknown {
  return error instanceof Error ? withoutCommands({ ...stdSerializers.err(error) }) : error;
}

function withoutCommands(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(withoutCommands);
  if (typeof shown !== 'object' || shown === null || !('stack' in shown)) return shown;
  const kept = Object.entries(shown).filter(([name]) => name !== 'command');
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutCommands(value)]));
}

/** JSON lines on standard output. Fields that carry credentials are blanked, wherever they stand. @param destination in place of it */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: shownError },
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', '*.password', '*.token', '*.secret', '*.authorization'],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
