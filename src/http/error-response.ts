import { STATUS_CODES } from 'node:http';
import { Response } from '@whatwg-node/fetch';
import { GraphQLError } from 'graphql';
import { AppError, type ErrorCode, type FieldProblem, isErrorCode } from '../errors.ts';

/** HTTP status of each code. Conflicts are 400, as published clients expect. */
export const STATUS: Record<ErrorCode, number> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 400,
  RATE_LIMITED: 429,
  PAYLOAD_TOO_LARGE: 413,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** An error in the format of the REST API. */
export interface RestError {
  status: number;
  /** Absent if the client disconnected. */
  body?: { statusCode: number; message: string; error: string; fields?: readonly FieldProblem[] };
  headers: Record<string, string>;
}

/** Converts masked GraphQL errors and `AppError`s; any other error becomes INTERNAL. */
export function restError(error: unknown): RestError {
  const { code, message, retryAfterSeconds, fields } = read(error);
  const status = STATUS[code];
  return {
    status,
    body: { statusCode: status, message, error: STATUS_CODES[status] ?? 'Error', ...(fields && { fields }) },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}

/** Creates the REST response of an error. */
export function errorResponse(error: unknown): Response {
  return toResponse(restError(error));
}

export const toResponse = ({ status, body, headers }: RestError): Response =>
  new Response(body && JSON.stringify(body), { status, headers });

/**
 * Creates the GraphQL response of an error after execution.
 *
 * @param error masked
 */
export function graphqlErrorResponse(error: GraphQLError): Response {
  const { status, headers } = restError(error);
  return new Response(JSON.stringify({ errors: [error] }), { status, headers });
}

/** Members of an error that responses show. */
type Shown = Pick<AppError, 'code' | 'message'> & Partial<Pick<AppError, 'fields' | 'retryAfterSeconds'>>;

function read(error: unknown): Shown {
  if (error instanceof AppError) return error;
  if (error instanceof GraphQLError && isErrorCode(error.extensions.code)) {
    const { message, extensions } = error;
    return { ...(extensions as Omit<Shown, 'message'>), message };
  }
  return { code: 'INTERNAL', message: 'Internal server error' };
}
