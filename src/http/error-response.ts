import { STATUS_CODES } from 'node:http';
import { Response } from '@whatwg-node/fetch';
import { GraphQLError } from 'graphql';
import { AppError, type ErrorCode, isErrorCode } from '../errors.ts';

/** There is no 409: published clients know 400 for a conflict. */
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

/** An error as every REST endpoint answers it. */
export interface RestError {
  status: number;
  body: { statusCode: number; message: string; error: string };
  headers: Record<string, string>;
}

/** Masked GraphQL errors and our own; any other error is an internal one and never shows its text. */
export function restError(error: unknown): RestError {
  const { code, message, retryAfterSeconds } = read(error);
  const status = STATUS[code];
  return {
    status,
    body: { statusCode: status, message, error: STATUS_CODES[status] ?? 'Error' },
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}

/** The same as an answer. */
export function errorResponse(error: unknown): Response {
  const { status, body, headers } = restError(error);
  return new Response(JSON.stringify(body), { status, headers });
}

/** The same as the answer to a GraphQL document that was run. @param error masked */
export function graphqlRefusal(error: GraphQLError): Response {
  const { status, headers } = restError(error);
  return new Response(JSON.stringify({ errors: [error] }), { status, headers });
}

function read(error: unknown): { code: ErrorCode; message: string; retryAfterSeconds?: number } {
  if (error instanceof AppError) return error;
  if (error instanceof GraphQLError && isErrorCode(error.extensions.code)) {
    const { code, retryAfterSeconds } = error.extensions as { code: ErrorCode; retryAfterSeconds?: number };
    return { code, message: error.message, retryAfterSeconds };
  }
  return { code: 'INTERNAL', message: 'Something went wrong on our side' };
}
