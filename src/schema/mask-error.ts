import { type ASTNode, GraphQLError, isValueNode, Kind, type Token, TokenKind } from 'graphql';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Logger } from '../infrastructure/telemetry/logger.ts';
import { isCrowdedOut } from '../resolvers/platform/sql/database-errors.ts';

/** Seconds after which a call that found no free connection is worth another try. */
const CROWDED_RETRY_AFTER = 2;

/** What was shown before: the findings of a document that comes again are kept as they were shown. */
const masked = new WeakSet<GraphQLError>();

/**
 * What a caller sees of an error, over every transport. A refusal keeps its message and code; a document or variables
 * that do not fit the schema are BAD_USER_INPUT; a call that no database connection was free for is UNAVAILABLE; anything else
 * is INTERNAL with the request's id. Both are logged.
 */
export function maskError(error: unknown, source: { requestId: string; logger: Logger }): GraphQLError {
  if (error instanceof GraphQLError && masked.has(error)) return error;
  const cause = rootOf(error);
  if (cause instanceof AppError) return shown(error, named(cause.message, error), cause.code, cause.retryAfterSeconds);
  // With a path it broke while it ran: a null where the schema promises a value is a bug of ours.
  if (cause instanceof GraphQLError && !cause.path) {
    return shown(error, wordsOf(cause, error), 'BAD_USER_INPUT');
  }
  if (isCrowdedOut(cause)) {
    source.logger.warn({ err: cause, requestId: source.requestId }, 'no database connection was free in time');
    return shown(error, 'Too much is asked of us at this moment; try again', 'UNAVAILABLE', CROWDED_RETRY_AFTER);
  }
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

/** Of variables the outermost error says which; what is wrong with a value in the document does not say whose it is. */
function wordsOf(cause: GraphQLError, error: unknown): string {
  if (!(error instanceof GraphQLError) || error.path) return cause.message;
  return error.nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION ? error.message : named(error.message, error);
}

/** What is said of a value, behind the name of the variable or argument that has it; what a resolver says has a path. */
function named(message: string, error: unknown): string {
  if (!(error instanceof GraphQLError) || error.path) return message;
  const [node] = error.nodes ?? [];
  const name = node && (nameOfVariable(node, error) ?? nameBefore(node));
  return name === undefined ? message : `${name}: ${message}`;
}

/** `parts.0`, of `Variable "$parts" got invalid value 5 at "parts[0]"; Expected type "Part". <a scalar's words>` */
function nameOfVariable(node: ASTNode, { message }: GraphQLError): string | undefined {
  if (node.kind !== Kind.VARIABLE_DEFINITION) return undefined;
  const [, path = node.variable.name.value] = / at "([\w.[\]]+)"; Expected type "\w+"\. [^"]*$/.exec(message) ?? [];
  return path.replaceAll(/\[(\d+)\]/g, '.$1');
}

/** Of an argument, a member of an input object or a variable, whose value or default stands in the document. */
function nameBefore(node: ASTNode): string | undefined {
  const sign = isValueNode(node) ? node.loc?.startToken.prev : undefined;
  if (sign?.kind === TokenKind.COLON) return sign.prev?.value;
  if (sign?.kind !== TokenKind.EQUALS) return undefined;
  let start: Token | null = sign;
  while (start && start.prev?.kind !== TokenKind.DOLLAR) start = start.prev;
  return start?.value;
}

function shown(error: unknown, message: string, code: ErrorCode, retryAfterSeconds?: number): GraphQLError {
  const place = error instanceof GraphQLError ? error : undefined;
  const made = new GraphQLError(message, {
    nodes: place?.nodes,
    source: place?.source,
    positions: place?.positions,
    path: place?.path,
    extensions: retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds },
  });
  masked.add(made);
  return made;
}
