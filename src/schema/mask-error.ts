import { type ASTNode, GraphQLError, isValueNode, Kind, type Token, TokenKind } from 'graphql';
import { AppError, type ErrorCode, type FieldProblem, fieldProblem, fieldsText } from '../errors.ts';
import { StorageUnavailable } from '../infrastructure/storage/object-storage.ts';
import { isEngineUnavailable, isPoolExhausted } from '../infrastructure/telemetry/engine-errors.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { isForeignKeyViolation } from '../resolvers/platform/sql/database-errors.ts';

/** Retry delay after the connection pool was exhausted, seconds. */
const POOL_EXHAUSTED_RETRY_SECONDS = 2;

/** Retry delay while the database or the image storage is unavailable, seconds. */
const ENGINE_RETRY_SECONDS = 5;

/** Errors that are already masked: Yoga caches the validation errors of a document. */
const maskedErrors = new WeakSet<GraphQLError>();

/**
 * Converts an error to the form that clients see, on every transport. An `AppError` keeps message
 * and code. Documents and variables that do not match the schema become BAD_USER_INPUT, a
 * row whose reference was removed meanwhile becomes CONFLICT, an exhausted connection pool, an
 * unavailable database or image storage becomes UNAVAILABLE, and all other errors become INTERNAL
 * with the request id. The last five are logged.
 */
export function maskError(error: unknown, source: { requestId: string; logger: Logger }): GraphQLError {
  if (error instanceof GraphQLError && maskedErrors.has(error)) return error;
  const cause = rootCauseOf(error);
  if (cause instanceof AppError) {
    const { message, code, retryAfterSeconds, fields } = cause;
    return toMaskedError(error, { code, retryAfterSeconds, ...inputProblem(message, error, fields) });
  }
  // An error with a path is a bug, such as null for a non-null field.
  if (cause instanceof GraphQLError && !cause.path) {
    return toMaskedError(error, { code: 'BAD_USER_INPUT', ...coercionProblem(cause, error) });
  }
  if (isPoolExhausted(cause)) {
    source.logger.warn({ err: cause, requestId: source.requestId }, 'connection pool exhausted');
    return toMaskedError(error, unavailable('The server is overloaded', POOL_EXHAUSTED_RETRY_SECONDS));
  }
  if (cause instanceof StorageUnavailable) {
    source.logger.error({ err: cause, requestId: source.requestId }, 'image storage unavailable');
    return toMaskedError(error, unavailable('The image storage is unavailable', ENGINE_RETRY_SECONDS));
  }
  if (isEngineUnavailable(cause)) {
    source.logger.error({ err: cause, requestId: source.requestId }, 'database unavailable');
    return toMaskedError(error, unavailable('The database is unavailable', ENGINE_RETRY_SECONDS));
  }
  if (isForeignKeyViolation(cause)) {
    source.logger.warn({ err: cause, requestId: source.requestId }, 'a referenced row was removed meanwhile');
    const message = 'What the request names was removed meanwhile, or is still in use';
    return toMaskedError(error, { code: 'CONFLICT', message });
  }
  source.logger.error({ err: cause, requestId: source.requestId }, 'operation failed');
  const message = `Internal server error; its request id in the log is ${source.requestId}`;
  return toMaskedError(error, { code: 'INTERNAL', message });
}

/** Members of an error that clients see. */
interface Shown {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number | undefined;
  fields?: readonly FieldProblem[] | undefined;
}

const unavailable = (message: string, retryAfterSeconds: number): Shown => ({
  code: 'UNAVAILABLE',
  message: `${message}; retry after ${retryAfterSeconds} seconds`,
  retryAfterSeconds,
});

/** Returns the error inside the wrappers that GraphQL execution adds. */
function rootCauseOf(error: unknown): unknown {
  let current = error;
  while (current instanceof GraphQLError && current.originalError) current = current.originalError;
  return current;
}

type Problem = Pick<Shown, 'message' | 'fields'>;

/**
 * Returns the problem of a value that does not fit its type. Errors of variables name the variable;
 * those of values in the document need the name of their argument.
 */
function coercionProblem(cause: GraphQLError, error: unknown): Problem {
  if (!(error instanceof GraphQLError) || error.path) return { message: cause.message };
  const { message } = error;
  return error.nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION ? { message } : inputProblem(message, error);
}

/** Adds the name of the variable or argument to a problem, except to those of resolvers. */
function inputProblem(message: string, error: unknown, fields?: Problem['fields']): Problem {
  if (!(error instanceof GraphQLError) || error.path) return { message, fields };
  const [node] = error.nodes ?? [];
  const path = node && (variablePathOf(node, error) ?? inputNameBefore(node));
  if (path === undefined) return { message, fields };
  const problems = [fieldProblem(path, message)];
  return { message: fieldsText(problems), fields: problems };
}

/**
 * Returns `parts.0` for the error `Variable "$parts" got invalid value 5 at "parts[0]"; Expected
 * type "Part". <message of the scalar>`.
 */
function variablePathOf(node: ASTNode, { message }: GraphQLError): string | undefined {
  if (node.kind !== Kind.VARIABLE_DEFINITION) return undefined;
  const [, path = node.variable.name.value] = / at "([\w.[\]]+)"; Expected type "\w+"\. [^"]*$/.exec(message) ?? [];
  return path.replaceAll(/\[(\d+)\]/g, '.$1');
}

/** Returns the name of the argument, input field or variable before a value in the document. */
function inputNameBefore(node: ASTNode): string | undefined {
  const separator = isValueNode(node) ? node.loc?.startToken.prev : undefined;
  if (separator?.kind === TokenKind.COLON) return separator.prev?.value;
  if (separator?.kind !== TokenKind.EQUALS) return undefined;
  let start: Token | null = separator;
  while (start && start.prev?.kind !== TokenKind.DOLLAR) start = start.prev;
  return start?.value;
}

function toMaskedError(error: unknown, { message, ...members }: Shown): GraphQLError {
  const original = error instanceof GraphQLError ? error : undefined;
  const masked = new GraphQLError(message, {
    nodes: original?.nodes,
    source: original?.source,
    positions: original?.positions,
    path: original?.path,
    extensions: Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  });
  maskedErrors.add(masked);
  return masked;
}
