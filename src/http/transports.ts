import type { ServerResponse } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import type { InFlightTracker } from '../lib/in-flight-tracker.ts';
import type { RestError } from './error-response.ts';
import { CLIENT_CLOSED_REQUEST, type Handler, type HttpCall } from './pipeline.ts';
import type { Reply } from './reply.ts';

/** A response as JSON that needs no Fetch API, for routes with many requests. */
export interface JsonReply extends Reply {
  readonly headers: Map<string, string>;
  readonly body?: unknown;
}

/** A call whose body is read from a Fetch API request. */
export interface FetchCall extends HttpCall {
  readonly request: Request;
}

/** Sends the responses of a handler through Node's own API. */
export const jsonTransport =
  (handler: Handler<JsonReply>, inFlight: InFlightTracker): Handler<void> =>
  (call) =>
    inFlight.track(
      Promise.resolve(handler(call)).then((reply) => {
        if (reply.status !== CLIENT_CLOSED_REQUEST && !call.outgoing.destroyed) sendJson(call.outgoing, reply);
      }),
    );

function sendJson(outgoing: ServerResponse, { status, headers, body }: JsonReply): void {
  const json = JSON.stringify(body);
  outgoing.writeHead(status, {
    ...Object.fromEntries(headers),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
  });
  outgoing.end(json);
}

export const jsonError = ({ status, body, headers }: RestError): JsonReply => ({
  status,
  body,
  headers: new Map(Object.entries(headers)),
});

/** Sends the responses of handlers that use the Fetch API. */
export function fetchTransport(inFlight: InFlightTracker): (handler: Handler<Response, FetchCall>) => Handler<void> {
  const adapter = createServerAdapter<{ call: HttpCall; handler: Handler<Response, FetchCall> }>(
    (request, { call, handler }) => {
      const fetchCall: FetchCall = {
        ...call,
        request,
        get signal() {
          return request.signal;
        },
      };
      return inFlight.track(Promise.resolve(handler(fetchCall)));
    },
  );
  return (handler) => (call) => adapter.handle(call.incoming, call.outgoing, { call, handler });
}
