import { type DestinationStream, type LoggerOptions, pino, stdSerializers } from 'pino';

import { isEngineUnavailable } from './engine-errors.ts';
import { traceIds } from './tracing.ts';

/** Structured logger: fields first, then an event phrase. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
}

/**
 * Serializes an error without ioredis's failed command, whose arguments may contain a password. An
 * error of an engine that is unavailable is expected: it has neither a stack nor the connection.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!isEngineUnavailable(error)) return withoutCommands({ ...stdSerializers.err(error) });
  const { type, message } = stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message, ...(typeof code === 'string' && { code }) };
}

/** Serializes an error that nothing expected, with its stack even if an engine is unavailable. */
export function serializeFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { ...(serializeError(error) as object), stack: stdSerializers.err(error).stack };
}

function withoutCommands(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(withoutCommands);
  if (typeof shown !== 'object' || shown === null || !('stack' in shown)) return shown;
  const kept = Object.entries(shown).filter(([name]) => name !== 'command');
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutCommands(value)]));
}

/**
 * Writes JSON lines to standard output. Fields with credentials are redacted at any depth.
 * @param destination replaces standard output
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    mixin: traceIds,
    serializers: { err: serializeError },
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', '*.password', '*.token', '*.secret', '*.authorization'],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
