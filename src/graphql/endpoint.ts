import { Request, Response } from '@whatwg-node/fetch';
import { graphqlErrorResponse } from '../http/error-response.ts';
import { type BudgetedCall, setResponseSize } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import type { FetchCall } from '../http/transports.ts';
import { maskError } from '../schema/mask-error.ts';
import type { GraphqlServer } from './server.ts';

/**
 * GraphQL over HTTP and server-sent events, and GraphiQL.
 *
 * @param withPageHeaders adds the headers of pages to the response with GraphiQL
 */
export const graphqlEndpoint = (
  graphql: GraphqlServer,
  withPageHeaders: (response: Response) => Response,
): Endpoint<Response, FetchCall & BudgetedCall> => ({
  methods: 'any',
  path: /^\/graphql$/,
  async handle({ context, request, body }) {
    const respond = async (graphqlRequest: Request) => {
      const response = await graphql.fetch(graphqlRequest, { ...context, bodyReservation: body });
      // Yoga's streams permit storing; the result of a login may be one.
      response.headers.set('cache-control', 'no-store');
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) prepareStream(response.headers);
      try {
        return setResponseSize(context, response);
      } catch (error) {
        return graphqlErrorResponse(maskError(error, context));
      }
    };
    return withPageHeaders(await (request.method === 'HEAD' ? headResponse(request, respond) : respond(request)));
  },
});

/**
 * Asks proxies to forward events as they come; nginx buffers responses otherwise. Yoga names a
 * content coding that does not exist.
 */
function prepareStream(headers: Headers): void {
  headers.set('x-accel-buffering', 'no');
  headers.delete('content-encoding');
}

/**
 * Creates the response to HEAD from that to GET (RFC 9110, 9.3.2), which Yoga does not support. A
 * stream ends after its first event.
 */
async function headResponse(request: Request, respond: (request: Request) => Promise<Response>): Promise<Response> {
  const { url, headers, signal } = request;
  const response = await respond(new Request(url, { method: 'GET', headers, signal }));
  // Yoga's streams start with the first read, and cannot be canceled before.
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
