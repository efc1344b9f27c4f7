import { Response } from '@whatwg-node/fetch';
import type { Context } from '../context.ts';
import type { ByteShare } from '../infrastructure/byte-budget.ts';
import { maskError } from '../schema/mask-error.ts';

/**
 * Takes the room for a body that Yoga is to read: as many bytes as it says to have, else the most that is taken.
 * @returns the refusal when there is none
 */
export function takeBody(request: Request, maxBytes: number, ctx: Context, share: ByteShare): Response | undefined {
  const bytes = Number(request.headers.get('content-length') ?? (request.body ? maxBytes : 0));
  try {
    // Of what is larger nothing is read.
    if (bytes <= maxBytes) share.take(bytes);
    return undefined;
  } catch (full) {
    const error = maskError(full, ctx);
    const headers = { 'retry-after': String(error.extensions.retryAfterSeconds) };
    return Response.json({ errors: [error] }, { status: 503, headers });
  }
}
