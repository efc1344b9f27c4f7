import { setTimeout as wait } from 'node:timers/promises';
import { readMembers, send } from './connection.ts';
import { ServiceError, UsageError, type World } from './world.ts';

/** Client id that every installation knows. */
const CLIENT_ID = 'pinbound-cli';
/** Actions of the presets `fix` and `ci`: what the commands need. */
const SCOPE = [
  'organization.read',
  'project.read',
  'annotation.read',
  'snapshot.read',
  'activity.read',
  'annotation.create',
  'comment.create',
  'comment.change',
  'diagnostics.read',
  'annotation.change',
  'snapshot.create',
  'snapshot.compare',
  'deployment.create',
].join(' ');
const ACCEPT_JSON = { accept: 'application/json' };

/** Time before its end from which a token is replaced, ms. */
export const RENEWAL_MS = 60_000;

/** Part of the service that a token is for. */
export type Resource = 'graphql' | 'mcp';

export const resourceOf = (url: string, resource: Resource): string => `${url}/${resource}`;

/** Tokens of a login. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** An error of the authorization server, by its code. */
export class OAuthError extends ServiceError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Parameters of a request for consent, by browser or device. */
export const requestOf = (url: string): [string, string][] => [
  ['client_id', CLIENT_ID],
  ['scope', SCOPE],
  ['resource', resourceOf(url, 'graphql')],
  ['resource', resourceOf(url, 'mcp')],
];

/**
 * Checks that an installation calls itself by the address that the user gave: tokens are for that
 * one.
 *
 * @throws UsageError, ServiceError
 */
export async function assertIssuer(url: string): Promise<void> {
  const response = await send(`${url}/.well-known/oauth-authorization-server`, { headers: ACCEPT_JSON });
  const { status } = response;
  const body = await readMembers(response);
  if (status !== 200 || typeof body.issuer !== 'string') {
    throw new ServiceError(`${url} responds with status ${status}, not as Pinbound does. Check the address.`);
  }
  if (body.issuer !== url) {
    throw new UsageError(`The installation calls itself ${body.issuer}. Run: pinbound login ${body.issuer}`);
  }
}

/**
 * Exchanges a code, a code of a device or a refresh token for tokens.
 * @throws OAuthError, ServiceError
 */
export async function requestTokens(url: string, form: Record<string, string>): Promise<Tokens> {
  const body = await post(`${url}/oauth/token`, Object.entries({ client_id: CLIENT_ID, ...form }));
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = body;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || typeof seconds !== 'number') {
    throw new ServiceError(`The response of ${url} has no tokens. Check the address.`);
  }
  return { accessToken, refreshToken, expiresAt: Date.now() + seconds * 1_000 };
}

/** Ends a login: its refresh token, and with it everything that it led to. */
export async function revoke(url: string, refreshToken: string): Promise<void> {
  await post(`${url}/oauth/revoke`, [
    ['client_id', CLIENT_ID],
    ['token', refreshToken],
    ['token_type_hint', 'refresh_token'],
  ]);
}

/** Code that a person types on another device. */
interface DeviceCode {
  deviceCode: string;
  userCode: string;
  address: string;
  /** Seconds between two requests. */
  interval: number;
  /** Seconds until the end. */
  expiresIn: number;
}

export async function requestDeviceCode(url: string): Promise<DeviceCode> {
  const body = await post(`${url}/oauth/device/code`, requestOf(url));
  return {
    deviceCode: String(body.device_code),
    userCode: String(body.user_code),
    address: String(body.verification_uri),
    interval: Number(body.interval) || 5,
    expiresIn: Number(body.expires_in) || 600,
  };
}

/**
 * Asks until the person has decided.
 * @throws OAuthError, ServiceError
 */
export async function pollForTokens(url: string, code: DeviceCode, { sleep = wait }: World): Promise<Tokens> {
  const deadline = Date.now() + code.expiresIn * 1_000;
  let { interval } = code;
  while (Date.now() < deadline) {
    await sleep(interval * 1_000);
    try {
      return await requestTokens(url, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: code.deviceCode,
        resource: resourceOf(url, 'graphql'),
      });
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      if (error.code === 'slow_down') interval += 5;
      else if (error.code !== 'authorization_pending') throw error;
    }
  }
  throw new ServiceError('The code has expired. Run the command again.');
}

async function post(url: string, form: [string, string][]): Promise<Record<string, unknown>> {
  const response = await send(url, { method: 'POST', body: new URLSearchParams(form), headers: ACCEPT_JSON });
  const body = await readMembers(response);
  if (response.ok) return body;
  if (typeof body.error !== 'string') throw new ServiceError(`${url} responds with status ${response.status}`);
  throw new OAuthError(body.error, String(body.error_description ?? body.message ?? body.error));
}
