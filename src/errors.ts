/**
 * Error codes. GraphQL shows them as `extensions.code`; src/http/error-response.ts maps each to an
 * HTTP status.
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

/** Error whose message is shown to the client: what was found, what was expected, what to do. */
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

  /** Seconds until a retry can succeed; set for RATE_LIMITED and UNAVAILABLE. */
  readonly retryAfterSeconds: number | undefined;
}

/** Expected error at startup. The process prints its message without a stack, and exits with 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Expected error of a command, which prints its message without a stack and exits with 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Asserts a condition that only a bug can break. */
export function invariant(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${reason}`);
}

export const badInput = (message: string) => new AppError('BAD_USER_INPUT', message);
/** Conflict with an existing row. REST shows it as 400, GraphQL as CONFLICT. */
export const conflict = (message: string) => new AppError('CONFLICT', message);
export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`);
