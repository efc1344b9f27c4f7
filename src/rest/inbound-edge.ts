import { Response } from '@whatwg-node/fetch';
import type { Context } from '../context.ts';
import { readBytes } from '../http/read-bytes.ts';
import type { ByteShare } from '../lib/byte-budget.ts';
import { MIB } from '../lib/bytes.ts';
import { receiveInbound } from '../resolvers/addons/integrations/inbound/receive-inbound.ts';

/** The largest that GitHub sends is 25 MB, but none of an issue's comes near this. */
const MAX_BYTES = 2 * MIB;
const PATH = /^\/integrations\/([^/]+)\/inbound$/;

/**
 * Calls of trackers are no operations of the API: their exact bytes are signed, and each tracker has a shape of its own.
 * @returns undefined for any other request
 */
export function inboundEdge(
  request: Request,
  path: string,
): ((context: Context, share: ByteShare) => Promise<Response>) | undefined {
  const id = request.method === 'POST' ? PATH.exec(path)?.[1] : undefined;
  if (id === undefined) return undefined;
  return async (context, share) => {
    const body = await readBytes(request, MAX_BYTES, share);
    const header = (name: string) => request.headers.get(name) ?? undefined;
    return Response.json(await receiveInbound(context, id, { header, body }));
  };
}
