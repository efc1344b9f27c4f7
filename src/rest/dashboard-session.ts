import { Response } from '@whatwg-node/fetch';
import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { Config } from '../config/config.ts';
import { AppError, invariant } from '../errors.ts';
import { restError } from '../http/error-response.ts';
import type { BudgetedCall } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import { OWN_ORIGIN } from '../http/response-headers.ts';
import type { FetchCall } from '../http/transports.ts';
import { startOidcLink } from '../resolvers/core/auth/oidc-link.ts';
import type { Session } from '../resolvers/core/auth/sessions.ts';
import { createPanelCode } from '../resolvers/core/panel/create-panel-code.ts';
import { checkBeforeResolver } from './check-before-resolver.ts';
import { readArguments, readJsonObject } from './read-arguments.ts';
import { maxBytesOf, type RestOperation, restOperations } from './routes.ts';
import { oidcCookie, SESSION_PATH, sessionCookie, withoutRefreshToken } from './session-cookie.ts';

/** Max size of a request for a code or a link. */
const MAX_CODE_REQUEST_BYTES = 4_096;

type SessionCall = FetchCall & BudgetedCall;
type SessionEndpoint = Endpoint<Response, SessionCall>;

/**
 * Endpoints of the dashboard's session: `start`, `refresh` and `end`. They keep the refresh token
 * in a cookie that scripts cannot read, and call the fields `login`, `refresh` and `logout`.
 * `panel-code` creates a code for the panel from the cookie without exchanging it, and `link-oidc`
 * starts a link with the OpenID provider. No other endpoint reads this cookie. They require the
 * origin of BASE_URL and send no CORS headers.
 */
export function dashboardSession(schema: GraphQLSchema, { http: { baseUrl } }: Config): SessionEndpoint[] {
  const base = new URL(baseUrl);
  const cookie = sessionCookie(base);
  const operations = new Map(restOperations(schema).map((operation) => [operation.field.name, operation]));
  const mutation = (name: string): RestOperation => {
    const operation = operations.get(name);
    invariant(operation, `the schema has the mutation ${name}`);
    return operation;
  };

  /** Calls a field with the members of a body, in its rate limit. */
  async function call(name: string, session: SessionCall, read: () => Promise<Record<string, unknown>>) {
    const operation = mutation(name);
    const { field } = operation;
    const args = await checkBeforeResolver(session.context, operation, {}, async () =>
      readArguments(operation, { path: {}, query: new URLSearchParams(), body: await read() }),
    );
    return field.resolve?.(undefined, args, session.context, { fieldName: field.name } as GraphQLResolveInfo);
  }

  const respond = (body: object, token: string | null): Response =>
    Response.json(body, { headers: { ...OWN_ORIGIN, 'set-cookie': cookie.write(token) } });

  const endpoint = (name: string, handle: (session: SessionCall) => Promise<Response>): SessionEndpoint => ({
    methods: ['POST'],
    path: `${SESSION_PATH}/${name}`,
    async handle(session) {
      assertOrigin(session, base.origin);
      return handle(session);
    },
  });

  /** Rejects CORS preflight requests. */
  const preflight: SessionEndpoint = {
    methods: ['OPTIONS'],
    path: new RegExp(`^${SESSION_PATH}/`),
    handle: () => new Response(null, { status: 204, headers: OWN_ORIGIN }),
  };

  return [
    preflight,
    endpoint('start', async (session) => {
      const { request, body: reservation } = session;
      const body = await readJsonObject(request, maxBytesOf(mutation('login').route), reservation);
      const opened = await call('refreshToken' in body ? 'refresh' : 'login', session, async () => body);
      return respond(withoutRefreshToken(opened as Session), (opened as Session).refreshToken);
    }),
    endpoint('refresh', async (session) => {
      const refreshToken = cookie.read(session.incoming.headers.cookie);
      try {
        if (!refreshToken) throw new AppError('UNAUTHENTICATED', 'There is no session; log in');
        const renewed = (await call('refresh', session, async () => ({ refreshToken }))) as Session;
        return respond(withoutRefreshToken(renewed), renewed.refreshToken);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
        const { status, body, headers } = restError(error);
        return Response.json(body, {
          status,
          headers: { ...headers, ...OWN_ORIGIN, 'set-cookie': cookie.write(null) },
        });
      }
    }),
    endpoint('panel-code', async (session) => {
      const body = await readJsonObject(session.request, MAX_CODE_REQUEST_BYTES, session.body);
      const refreshToken = cookie.read(session.incoming.headers.cookie);
      const created = await createPanelCode(session.context, body, refreshToken);
      // A copy: Response.json adds Content-Length to the object.
      return Response.json(created, { headers: { ...OWN_ORIGIN } });
    }),
    endpoint('link-oidc', async (session) => {
      const body = await readJsonObject(session.request, MAX_CODE_REQUEST_BYTES, session.body);
      const refreshToken = cookie.read(session.incoming.headers.cookie);
      const { url, sealed } = await startOidcLink(session.context, body, refreshToken);
      return Response.json({ url }, { headers: { ...OWN_ORIGIN, 'set-cookie': oidcCookie(base).write(sealed) } });
    }),
    endpoint('end', async (session) => {
      const refreshToken = cookie.read(session.incoming.headers.cookie) ?? '';
      return respond((await call('logout', session, async () => ({ refreshToken }))) as object, null);
    }),
  ];
}

/** @throws FORBIDDEN unless a page of the service sent the request */
export function assertOrigin({ incoming }: FetchCall, expected: string): void {
  const { origin } = incoming.headers;
  if (origin === expected) return;
  throw new AppError(
    'FORBIDDEN',
    `Origin: found ${origin === undefined ? 'none' : `"${origin}"`}, expected "${expected}". ` +
      'Only pages of this service may use its session; other clients log in with POST /auth/login',
  );
}
