import { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteShare } from '../lib/byte-budget.ts';

/** Yoga's server context; what comes by REST and by WebSocket has no body of its own. */
export type HttpContext = Context & { share?: ByteShare };

/**
 * A body as it was sent, counted as it arrives. Yoga ends it where it is over its limit.
 * @throws GraphQLError with status 503 when the share finds no room
 */
export async function readHeldBody(request: Request, share: ByteShare): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBytes(request, Number.POSITIVE_INFINITY, share);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, code, retryAfterSeconds } = error;
    const http = { status: 503, headers: { 'retry-after': String(retryAfterSeconds) } };
    throw new GraphQLError(message, { extensions: { code, retryAfterSeconds, http } });
  }
}
