import { Response } from '@whatwg-node/fetch';
import type { Context } from '../../context.ts';
import { METADATA_PATH, ROUTES } from '../../infrastructure/authorization-server/provider-options.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { networkOf } from '../../lib/network-of.ts';
import { countAgainst } from '../../resolvers/platform/quotas/call-limits.ts';
import { clientPage } from '../client-page.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import { type Endpoint, READ } from '../pipeline.ts';
import { readBytes } from '../read-bytes.ts';
import type { FetchCall } from '../transports.ts';

type OAuthCall = FetchCall & BudgetedCall & { context: Context };
type OAuthEndpoint = Endpoint<Response, FetchCall & BudgetedCall>;

/** Largest form or metadata of a client, bytes. */
const MAX_BYTES = 32 * 1024;

/** Headers of requests that the authorization server reads. */
const PASSED = ['accept', 'authorization', 'content-length', 'content-type', 'cookie', 'origin'];

/**
 * Endpoints of the authorization server (OAuth 2.1). Errors that people see become pages.
 *
 * @param headersOf headers of a page, such as its content security policy
 */
export function oauthEndpoints(headersOf: (html: string) => Record<string, string>): OAuthEndpoint[] {
  const answer = async (call: OAuthCall): Promise<Answer> => {
    const { method, incoming, request, body: reservation, context } = call;
    const headers = Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = incoming.headers[name];
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    const body = method === 'POST' ? await readBytes(request, MAX_BYTES, reservation) : new Uint8Array();
    const passed = { method, url: incoming.url ?? '', headers, body };
    const { authorizationServer } = context.services;
    return authorizationServer.handle(passed, networkOf(context.ip));
  };
  const handle = async (call: OAuthCall): Promise<Response> => toResponse(await answer(call), headersOf);
  return [
    {
      methods: ['GET'],
      path: ROUTES.authorization,
      async handle(call) {
        const answered = await answer(call);
        const target = remoteTarget(answered);
        return target ? returnPage(headersOf, target) : toResponse(answered, headersOf);
      },
    },
    { methods: ['GET'], path: new RegExp(`^${ROUTES.authorization}/[\\w-]+$`), handle },
    ...[ROUTES.token, ROUTES.revocation, ROUTES.device_authorization].map((path) => ({
      methods: ['POST'],
      path,
      handle,
    })),
    {
      methods: ['POST'],
      path: ROUTES.registration,
      async handle(call) {
        await countRegistration(call.context);
        return handle(call);
      },
    },
    { methods: ['GET'], path: METADATA_PATH, handle },
    {
      methods: READ,
      path: ROUTES.code_verification,
      handle({ request }) {
        const code = new URL(request.url).searchParams.get('user_code');
        const query = code === null ? '' : `?${new URLSearchParams({ code })}`;
        return new Response(null, { status: 303, headers: { location: `/app/device${query}` } });
      },
    },
  ];
}

/** @throws RATE_LIMITED when a network registers too many clients */
async function countRegistration(ctx: Context<'config' | 'rateLimitStore'>): Promise<void> {
  const limit = ctx.services.config.rateLimits.auth;
  if (limit === 0) return;
  const bound = { what: 'registrations of apps', limit, windowMs: HOUR_MS };
  await countAgainst(ctx, `app-registrations:${networkOf(ctx.ip)}`, bound);
}

type Answer = Awaited<ReturnType<Context['services']['authorizationServer']['handle']>>;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the address of an app to which a redirect leads; undefined for the dashboard and for
 * programs of this machine.
 */
function remoteTarget({ headers: { location } }: Answer): URL | undefined {
  const target = URL.parse(String(location ?? ''));
  return target && !(target.protocol === 'http:' && LOOPBACK.includes(target.hostname)) ? target : undefined;
}

/**
 * Creates a page with an error that returns to an app. Anyone can register any address, so a person
 * who decided nothing is not sent there without a click.
 */
function returnPage(headersOf: (html: string) => Record<string, string>, target: URL): Response {
  const name = /^https?:$/.test(target.protocol) ? target.host : target.protocol;
  const returned = new URLSearchParams(target.search || target.hash.slice(1));
  // The address may have parameters of its own, before those of the error.
  const reason = returned.getAll('error_description').at(-1) ?? returned.getAll('error').at(-1);
  const text = `${reason}. The app returns to ${name}; continue only if you know it.`;
  const links = [{ label: `Continue to ${name}`, href: target.href }];
  return clientPage(headersOf, 400, { title: 'The app cannot be connected', text, links });
}

function toResponse({ status, headers, body }: Answer, headersOf: (html: string) => Record<string, string>): Response {
  const reason = errorOf(headers['content-type'], body);
  if (reason !== undefined) {
    const text = `${reason}. Close this page and start again in the app.`;
    return clientPage(headersOf, status, { title: 'The app cannot be connected', text });
  }
  const response = new Response(body.byteLength > 0 ? new Uint8Array(body) : null, { status });
  const { 'content-length': _length, ...others } = headers;
  for (const [name, value] of Object.entries(others)) {
    for (const each of [value ?? []].flat()) response.headers.append(name, String(each));
  }
  return response;
}

/** Text of an error that is for the person in front of the browser. */
function errorOf(type: unknown, body: Buffer): string | undefined {
  if (!String(type).startsWith('application/json')) return undefined;
  const { isPage, error, error_description: description } = JSON.parse(body.toString()) as Record<string, unknown>;
  return isPage === true ? String(description ?? error) : undefined;
}
