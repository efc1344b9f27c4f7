import { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteReservation } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';

/** Yoga's server context. Only requests over HTTP have a body. */
export type HttpContext = Context & { bodyReservation?: ByteReservation };

/** Largest request body, bytes. */
const MAX_BODY_BYTES = MIB;

/**
 * Reads a body and reserves its bytes as they arrive.
 *
 * @throws GraphQLError with status 413 for a larger body, and 503 if the budget is exceeded
 */
export async function readBufferedBody(
  request: Request,
  reservation: ByteReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBytes(request, MAX_BODY_BYTES, reservation);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, code, retryAfterSeconds } = error;
    if (code === 'PAYLOAD_TOO_LARGE') throw new GraphQLError(message, { extensions: { code, http: { status: 413 } } });
    const http = { status: 503, headers: { 'retry-after': String(retryAfterSeconds) } };
    throw new GraphQLError(message, { extensions: { code, retryAfterSeconds, http } });
  }
}
