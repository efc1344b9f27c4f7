/**
 * The closed set of error codes. GraphQL shows them as `extensions.code`; `src/rest` maps each to an HTTP status.
 */
export const ERROR_CODES = [
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'PAYLOAD_TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export const isErrorCode = (code: unknown): code is ErrorCode => ERROR_CODES.some((known) => known === code);

/** A refusal whose message may be shown to the caller: what was found, what was expected, what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(message, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  /** Seconds after which the same call can succeed; set on RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;
}

/** The process cannot start. The entry point prints the message alone, without a stack, and exits with code 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** States what must hold here and why; a failure is a bug of ours, never the caller's. */
export function invariant(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${reason}`);
}

export const badInput = (message: string) => new AppError('BAD_USER_INPUT', message);
/** A clash with a row that exists. REST shows it as 400, GraphQL as CONFLICT. */
export const conflict = (message: string) => new AppError('CONFLICT', message);
export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`);
