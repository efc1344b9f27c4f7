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

/** Kinds of problems with a member of the input. */
export const FIELD_CODES = ['required', 'invalid', 'out_of_range', 'unknown', 'conflict'] as const;

/** Problem with one member of the input. */
export interface FieldProblem {
  /** Name of the member; members of objects and indexes of lists follow a dot: `labelIds.0`. */
  path: string;
  /** Kind of the problem: `conflict` is one with an existing row. */
  code: (typeof FIELD_CODES)[number];
  /** Description without the name: what was expected, and what to do. */
  message: string;
}

/** Error whose message is shown to the client: what was found, what was expected, what to do. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: { cause?: unknown; retryAfterSeconds?: number; fields?: readonly FieldProblem[] },
  ) {
    super(message, { cause: options?.cause });
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.fields = options?.fields;
  }

  /** Problems by member of the input, from which the message is made. */
  readonly fields: readonly FieldProblem[] | undefined;

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

/** Invalid input as a whole, or a header; `badField` names a member. */
export const badInput = (message: string) => new AppError('BAD_USER_INPUT', message);
/** Problem of a member; `code` is `invalid` by default. */
export const fieldProblem = (path: string, message: string, code: FieldProblem['code'] = 'invalid'): FieldProblem => ({
  path,
  code,
  message,
});
/** Invalid member of the input. */
export const badField = (...problem: Parameters<typeof fieldProblem>) => badFields([fieldProblem(...problem)]);
/** Several invalid members of the input. */
export const badFields = (fields: readonly FieldProblem[]) =>
  new AppError('BAD_USER_INPUT', fieldsText(fields), { fields });

/** Conflict with the state of a row. REST shows it as 400, GraphQL as CONFLICT. */
export const conflict = (message: string) => new AppError('CONFLICT', message);
/** Conflict of a member of the input with an existing row. */
export function fieldConflict(path: string, message: string): AppError {
  const fields = [fieldProblem(path, message, 'conflict')];
  return new AppError('CONFLICT', fieldsText(fields), { fields });
}

/** Returns `name: problem` of each, joined by `; `. */
export const fieldsText = (fields: readonly FieldProblem[]): string =>
  fields.map(({ path, message }) => `${path}: ${message}`).join('; ');

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`);
