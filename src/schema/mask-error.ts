import { GraphQLError } from 'graphql';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Logger } from '../infrastructure/logger.ts';

/**
 * What a caller sees of an error, over every transport. A refusal keeps its message and code; a document or variables
 * that do not fit the schema are BAD_USER_INPUT; anything else is logged and shown as INTERNAL with the request's id.
 */
export function maskError(error: unknown, source: { requestId: string; logger: Logger }): GraphQLError {
  const cause = rootOf(error);
  if (cause instanceof AppError) return shown(error, cause.message, cause.code, cause.retryAfterSeconds);
  // With a path it broke while it ran: a null where the schema promises a value is a bug of ours.
  if (cause instanceof GraphQLError && !cause.path) return shown(error, cause.message, 'BAD_USER_INPUT');
  source.logger.error({ err: cause, requestId: source.requestId }, 'an operation failed');
  return shown(
    error,
    `Something went wrong on our side; the log has it under request id ${source.requestId}`,
    'INTERNAL',
  );
}

/** Below the wrapping that execution adds: our error, the GraphQL library's own, or a stranger. */
function rootOf(error: unknown): unknown {
  let current = error;
  while (current instanceof GraphQLError && current.originalError) current = current.originalError;
  return current;
}

function shown(error: unknown, message: string, code: ErrorCode, retryAfterSeconds?: number): GraphQLError {
  const place = error instanceof GraphQLError ? error : undefined;
  return new GraphQLError(message, {
    nodes: place?.nodes,
    source: place?.source,
    positions: place?.positions,
    path: place?.path,
    extensions: retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds },
  });
}
