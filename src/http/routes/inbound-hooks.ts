import { Response } from '@whatwg-node/fetch';
import { MIB } from '../../lib/bytes.ts';
import { receiveInbound } from '../../resolvers/addons/integrations/inbound/receive-inbound.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import { readBytes } from '../read-bytes.ts';
import type { FetchCall } from '../transports.ts';

/** Largest body of a webhook, bytes. GitHub sends up to 25 MB, but far less for issue comments. */
const MAX_BYTES = 2 * MIB;

/**
 * Receives the webhooks of issue trackers. They are not operations of the API: signatures cover the
 * exact bytes, and each tracker has its own format.
 */
export const inboundHook: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: ['POST'],
  path: /^\/integrations\/([^/]+)\/inbound$/,
  async handle({ context, request, body, parameters: [id = ''] }) {
    const bytes = await readBytes(request, MAX_BYTES, body);
    const header = (name: string) => request.headers.get(name) ?? undefined;
    return Response.json(await receiveInbound(context, id, { header, body: bytes }));
  },
};
