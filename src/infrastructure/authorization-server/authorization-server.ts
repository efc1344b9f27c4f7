import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Queryable } from '../database/transaction.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Payload } from './artifact-store.ts';
import { CLI_CLIENT_ID, completeMetadata } from './clients.ts';
import { type BufferedRequest, type BufferedResponse, callHandler } from './koa-call.ts';
import {
  METADATA_PATH,
  NETWORK_HEADER,
  type ProviderPorts,
  providerOptions,
  ROUTES,
  useTokenFormat,
} from './provider-options.ts';

/** Request of an app for a grant, from a browser or from a device. */
export interface AppRequest {
  /** Random code of the request in a browser, or the one that a device shows. */
  code: string;
  isDevice: boolean;
  clientId: string;
  /** Name that the app gives itself; nobody has verified it. */
  clientName: string | undefined;
  /** Whether the app is part of this service. */
  isBuiltIn: boolean;
  /** Address that the browser returns to; undefined for a device. */
  redirectUri: string | undefined;
  /** Requested actions that exist. */
  actions: string[];
  expiresAt: Date;
}

/** A decision of a member. */
export type Decision = { userId: string; grantId: string; actions: readonly string[]; until: Date } | 'denied';

export interface AuthorizationServer {
  /**
   * Answers a request to one of its endpoints.
   *
   * @param network network of the client
   */
  handle(request: BufferedRequest, network: string): Promise<BufferedResponse>;
  /**
   * Finds a request of a browser or of a device; a code of the other kind is unknown.
   *
   * @returns undefined for a request that is unknown, answered or expired
   */
  findRequest(code: string, isDevice: boolean): Promise<AppRequest | undefined>;
  /**
   * Stores a decision in a transaction.
   *
   * @returns where the browser continues; null for a device; undefined if the request has ended
   */
  decide(sql: Queryable, request: AppRequest, decision: Decision): Promise<string | null | undefined>;
}

/** Members of a request that waits for a decision. */
interface WaitingPayload {
  params: { client_id?: string; scope?: string; redirect_uri?: string };
  /** Id of the client of a device. */
  clientId?: string;
  /** Name of the client when it asked. */
  clientName?: string;
  /** Seconds since 1970. */
  exp: number;
}

/** Query parameter of the secret that binds a decision to the browser of its member. */
const DECISION = 'decision';
/** Cookie that names the request of a browser. */
const RESUME_COOKIE = '_interaction_resume';
const MAX_NAME = 60;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Code of a device as it is stored; people type it in their own way. */
const toUserCode = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

/** Control characters, and those that change the direction of a text. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Creates the authorization server. The package is imported with the first request. */
export function createAuthorizationServer(ports: ProviderPorts, logger: Logger): AuthorizationServer {
  const { baseUrl, store } = ports;
  const { host, protocol } = new URL(baseUrl);
  let opened: Promise<{ provider: Provider; handler: (req: IncomingMessage, res: ServerResponse) => unknown }>;

  async function open() {
    const oidc = await import('oidc-provider');
    const provider = new oidc.Provider(baseUrl, providerOptions(ports, oidc));
    useTokenFormat(provider);
    // Only the headers that `handle` sets are trusted.
    provider.proxy = true;
    provider.on('server_error', (_ctx, error) => logger.error({ err: error }, 'authorization server failed'));
    return { provider, handler: provider.callback() };
  }
  const ready = () => {
    opened ??= open();
    return opened;
  };

  /** Payload of a request that waits for a decision, with the name of its model. */
  async function findWaiting(
    { code, isDevice }: Pick<AppRequest, 'code' | 'isDevice'>,
    sql?: Queryable,
  ): Promise<{ model: string; key: string; payload: Payload } | undefined> {
    const payload = isDevice
      ? await store.findByUserCode('DeviceCode', toUserCode(code), sql)
      : await store.find('Interaction', code, sql);
    if (!payload || isDecided(payload)) return undefined;
    return { model: isDevice ? 'DeviceCode' : 'Interaction', key: String(payload.jti), payload };
  }

  return {
    async handle(request, network) {
      const url = new URL(request.url, baseUrl);
      if (url.pathname.startsWith(`${ROUTES.authorization}/`) && !(await isOfDecidingBrowser(url, request))) {
        return redirectTo(
          `/app/authorize?request=${encodeURIComponent(url.pathname.slice(ROUTES.authorization.length + 1))}`,
        );
      }
      const { handler } = await ready();
      const prepared = prepare(request, url, ports);
      const response = await callHandler(handler, {
        ...prepared,
        headers: {
          ...prepared.headers,
          host,
          'x-forwarded-host': host,
          'x-forwarded-proto': protocol.slice(0, -1),
          [NETWORK_HEADER]: network,
        },
      });
      return url.pathname === METADATA_PATH ? withScopes(response, ports.actions) : withoutSession(response);
    },

    async findRequest(code, isDevice) {
      const waiting = await findWaiting({ code, isDevice });
      if (!waiting) return undefined;
      const {
        params,
        clientId = params.client_id ?? '',
        clientName,
        exp,
      } = waiting.payload as unknown as WaitingPayload;
      const scope = new Set(params.scope?.split(' '));
      return {
        code,
        isDevice,
        clientId,
        clientName: clientName?.replace(UNSAFE, '').trim().slice(0, MAX_NAME) || undefined,
        isBuiltIn: clientId === CLI_CLIENT_ID,
        redirectUri: params.redirect_uri,
        actions: ports.actions.filter((action) => scope.has(action)),
        expiresAt: new Date(exp * 1000),
      };
    },

    async decide(sql, request, decision) {
      const waiting = await findWaiting(request, sql);
      if (!waiting) return undefined;
      const secret = randomBytes(32).toString('base64url');
      const change = request.isDevice ? decideForDevice : decideForBrowser(hashOf(secret));
      const isStored = await store.change(sql, waiting.model, waiting.key, (payload) =>
        isDecided(payload) ? undefined : change(payload, decision),
      );
      if (!isStored) return undefined;
      if (decision !== 'denied') await store.extend(sql, 'Client', request.clientId, decision.until);
      if (request.isDevice) return null;
      return `${ROUTES.authorization}/${request.code}?${new URLSearchParams({ [DECISION]: secret })}`;
    },
  };

  /**
   * Whether the browser has the secret that the member's browser received, for the request that it
   * resumes: the package resumes the one of the cookie, whatever the path says.
   */
  async function isOfDecidingBrowser({ pathname, searchParams }: URL, { headers }: BufferedRequest): Promise<boolean> {
    const code = pathname.slice(ROUTES.authorization.length + 1);
    if (resumedCodes(headers.cookie).some((resumed) => resumed !== code)) return false;
    const payload = await store.find('Interaction', code);
    const secret = searchParams.get(DECISION);
    return secret !== null && payload !== undefined && payload.secretHash === hashOf(secret);
  }
}

/** Codes of the requests that the cookies of a browser resume. */
const resumedCodes = (cookies = ''): string[] =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${RESUME_COOKIE}=`))
    .map((cookie) => cookie.slice(RESUME_COOKIE.length + 1));

/** Whether a member has decided about a request. */
const isDecided = ({ result, accountId, error, kind }: Payload): boolean =>
  kind === 'DeviceCode' ? accountId !== undefined || error !== undefined : result !== undefined;

const DENIED = { error: 'access_denied', error_description: 'The member denied the request' };

/** Stores the decision for the browser that returns with the secret. */
const decideForBrowser =
  (secretHash: string) =>
  (payload: Payload, decision: Decision): Payload => ({
    ...payload,
    secretHash,
    result:
      decision === 'denied'
        ? DENIED
        : { login: { accountId: decision.userId, remember: false }, consent: { grantId: decision.grantId } },
  });

/** Stores the decision for the device, which asks for it. */
function decideForDevice(payload: Payload, decision: Decision): Payload {
  if (decision === 'denied') {
    return { ...payload, error: DENIED.error, errorDescription: DENIED.error_description };
  }
  const { resource, scope } = payload.params as { resource: string | string[]; scope: string };
  return {
    ...payload,
    accountId: decision.userId,
    authTime: Math.floor(Date.now() / 1000),
    grantId: decision.grantId,
    resource,
    scope: scope
      .split(' ')
      .filter((action) => decision.actions.includes(action))
      .join(' '),
  };
}

/** Completes what clients omit. */
function prepare(request: BufferedRequest, url: URL, { defaultActions }: ProviderPorts): BufferedRequest {
  const defaultScope = defaultActions.join(' ');
  if (url.pathname === ROUTES.authorization) {
    const { searchParams } = url;
    if (!searchParams.get('scope')) searchParams.set('scope', defaultScope);
    // Every request asks for consent.
    if (searchParams.get('prompt') !== 'none') searchParams.delete('prompt');
    // The package has other modes, which answer with pages and scripts.
    if ((searchParams.get('response_mode') ?? 'query') !== 'query') searchParams.set('response_mode', 'unsupported');
    return { ...request, url: `${url.pathname}?${searchParams}` };
  }
  if (url.pathname === ROUTES.device_authorization) {
    const form = new URLSearchParams(Buffer.from(request.body).toString());
    if (!form.get('scope')) form.set('scope', defaultScope);
    return withBody(request, form.toString());
  }
  if (url.pathname === ROUTES.registration) {
    try {
      return withBody(request, JSON.stringify(completeMetadata(JSON.parse(Buffer.from(request.body).toString()))));
    } catch {
      return request;
    }
  }
  return request;
}

const withBody = (request: BufferedRequest, text: string): BufferedRequest => {
  const body = Buffer.from(text);
  return { ...request, body, headers: { ...request.headers, 'content-length': String(body.byteLength) } };
};

const redirectTo = (location: string): BufferedResponse => ({
  status: 303,
  headers: { location },
  body: Buffer.alloc(0),
});

/** Adds what the package does not know, and removes what is for ID tokens. */
function withScopes(response: BufferedResponse, actions: readonly string[]): BufferedResponse {
  const {
    jwks_uri: _keys,
    id_token_signing_alg_values_supported: _algorithms,
    subject_types_supported: _subjects,
    claims_supported: _claims,
    claims_parameter_supported: _parameter,
    ...metadata
  } = JSON.parse(response.body.toString()) as Record<string, unknown>;
  const body = JSON.stringify({ ...metadata, scopes_supported: actions, response_modes_supported: ['query'] });
  return { ...response, body: Buffer.from(body) };
}

/** Removes cookies of sessions and of the consent's page: only the one for the return is used. */
function withoutSession(response: BufferedResponse): BufferedResponse {
  const cookies = [response.headers['set-cookie'] ?? []].flat().map(String);
  const kept = cookies.filter((cookie) => cookie.startsWith(RESUME_COOKIE));
  const { 'set-cookie': _cookies, ...headers } = response.headers;
  return { ...response, headers: { ...headers, ...(kept.length > 0 && { 'set-cookie': kept }) } };
}
