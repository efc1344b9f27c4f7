import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpanKind } from '@opentelemetry/api';
import type { GraphQLError } from 'graphql';
import type { Context, Services } from '../context.ts';
import { inSpan } from '../infrastructure/telemetry/tracing.ts';
import type { Resource } from '../lib/resource-url.ts';
import { type RestError, restError } from './error-response.ts';
import { ClientDisconnected } from './read-bytes.ts';
import type { Reply } from './reply.ts';
import { createRequestContext, sourceOf } from './request-context.ts';
import { preflight, setCorsHeaders, setDefaultHeaders } from './response-headers.ts';

/** One request on its way through the middlewares. */
export interface HttpCall {
  readonly method: string;
  /** Path of the URL, without the query. */
  readonly path: string;
  /** Segments that the pattern of the route captures. */
  readonly parameters: readonly string[];
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Aborts when the client disconnects before the end of the response. */
  readonly signal?: AbortSignal;
  /** Set by `withContext`, for the middlewares around it. */
  context?: Context;
}

export type Handler<R, C = HttpCall> = (call: C) => R | Promise<R>;

/** A handler and the requests that it responds to. */
export interface Endpoint<R, C = HttpCall> {
  methods: readonly string[] | 'any';
  /** Exact path, or a pattern whose groups become the call's `parameters`. */
  path: string | RegExp;
  handle: Handler<R, C>;
}

/** Methods of endpoints that return content. */
export const READ = ['GET', 'HEAD'] as const;

/** Nginx's status of a request whose client disconnected; only metrics see it. */
export const CLIENT_CLOSED_REQUEST = 499;

/**
 * Middlewares of every route, outermost first: metrics, default headers, CORS, rate limit headers,
 * errors.
 *
 * @param respond creates the response of an error
 */
export function createPipeline<R extends Reply>(options: {
  observe: (call: HttpCall, status: number, ms: number) => void;
  mask: (error: unknown, requestId: string) => GraphQLError;
  respond: (error: RestError) => R;
}): <C extends HttpCall>(handler: Handler<R, C>) => Handler<R, C> {
  return (handler) =>
    observed(options.observe)(
      withDefaultHeaders(withCors(withRateLimitHeaders(withErrors(options.mask, options.respond)(handler)))),
    );
}

/** Reports status and duration of each call, milliseconds, and puts it in a span. */
const observed =
  (observe: (call: HttpCall, status: number, ms: number) => void) =>
  <R extends Reply, C extends HttpCall>(next: Handler<R, C>): Handler<R, C> =>
  async (call) => {
    const { method, path, incoming } = call;
    // Paths may contain tokens.
    const attributes = { 'http.request.method': method, 'http.route': `/${path.split('/')[1]}` };
    const details = { kind: SpanKind.SERVER, attributes };
    return inSpan(
      `${method} ${attributes['http.route']}`,
      { ...details, parentHeaders: incoming.headers },
      async (describe) => {
        const started = performance.now();
        const reply = await next(call);
        observe(call, reply.status, performance.now() - started);
        describe({ 'http.response.status_code': reply.status });
        return reply;
      },
    );
  };

export function withDefaultHeaders<R extends Reply, C extends HttpCall>(next: Handler<R, C>): Handler<R, C> {
  return async (call) => {
    const reply = await next(call);
    setDefaultHeaders(reply);
    return reply;
  };
}

function withCors<R extends Reply, C extends HttpCall>(next: Handler<R, C>): Handler<R, C> {
  return async (call) => {
    const reply = await next(call);
    setCorsHeaders(reply);
    return reply;
  };
}

/** Adds the state of the rate limit with the fewest remaining calls. */
function withRateLimitHeaders<R extends Reply, C extends HttpCall>(next: Handler<R, C>): Handler<R, C> {
  return async (call) => {
    const reply = await next(call);
    const { nearest, rejected } = call.context?.rateLimit ?? {};
    if (!nearest) return reply;
    reply.headers.set('ratelimit-limit', String(nearest.limit));
    reply.headers.set('ratelimit-remaining', String(nearest.remaining));
    reply.headers.set('ratelimit-reset', String(nearest.resetSeconds));
    // Without an exceeded window, the time of the next free connection is unknown.
    if (reply.status === 429 && rejected) reply.headers.set('retry-after', String(nearest.resetSeconds));
    return reply;
  };
}

/** Turns errors into responses. A disconnect is not an error. */
const withErrors =
  <R>(mask: (error: unknown, requestId: string) => GraphQLError, respond: (error: RestError) => R) =>
  <C extends HttpCall>(next: Handler<R, C>): Handler<R, C> =>
  async (call) => {
    try {
      return await next(call);
    } catch (error) {
      if (call.signal?.aborted || error instanceof ClientDisconnected) {
        return respond({ status: CLIENT_CLOSED_REQUEST, headers: {} });
      }
      return respond(restError(mask(error, call.context?.requestId ?? 'unknown')));
    }
  };

/** Authenticates the client and creates the context of the call. */
export const withContext =
  (services: Services, resource: Resource = 'api') =>
  <R, C extends HttpCall>(next: Handler<R, C & { context: Context }>): Handler<R, C> =>
  async (call) => {
    const context = await createRequestContext(services, {
      ...sourceOf(call.incoming),
      signal: call.signal,
      resource,
    });
    return next(Object.assign(call, { context }));
  };

/** Response to every preflight. */
export const preflightEndpoint: Endpoint<Response> = { methods: ['OPTIONS'], path: /^/, handle: preflight };
