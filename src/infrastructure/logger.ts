import { pino } from 'pino';

/** What the rest of the code needs of a logger: an object of fields, then a sentence. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/** JSON lines on standard output. Fields that carry credentials are blanked, wherever they stand. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', '*.password', '*.token', '*.secret', '*.authorization'],
      censor: '[redacted]',
    },
  });
}
