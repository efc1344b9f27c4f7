import { GraphQLError } from 'graphql';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteReservation } from '../lib/byte-budget.ts';

/** Yoga's server context. Only requests over HTTP have a body. */
export type HttpContext = Context & { bodyReservation?: ByteReservation };

/**
 * Reads a body and reserves its bytes as they arrive. Yoga enforces the maximum size.
 *
 * @throws GraphQLError with status 503 if the budget is exceeded
 */
export async function readBufferedBody(
  request: Request,
  reservation: ByteReservation,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readBytes(request, Number.POSITIVE_INFINITY, reservation);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, code, retryAfterSeconds } = error;
    const http = { status: 503, headers: { 'retry-after': String(retryAfterSeconds) } };
    throw new GraphQLError(message, { extensions: { code, retryAfterSeconds, http } });
  }
}
