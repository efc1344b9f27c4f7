import type { Configuration, CustomFetchOptions } from 'openid-client';
import type { Config } from '../../config/config.ts';
import type { NetworkPolicy } from '../outbound/address-policy.ts';
import { createOutboundClient } from '../outbound/client.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import { IssuerError } from './issuer-error.ts';

/** Difference between the clocks of the provider and the service that is tolerated, seconds. */
const CLOCK_TOLERANCE = 60;
/** Seconds that the provider's clock may be ahead of this one. */
const MAX_AHEAD = 900;
/** Largest response of a provider; some publish dozens of keys. */
const MAX_RESPONSE_BYTES = 512 * 1024;

/** Values that bind the callback to the start of a login. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person as the provider describes it. */
export interface OidcProfile {
  issuer: string;
  /** Unique at the issuer, and never reassigned. */
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  /** Further verified addresses, such as the user name of Entra ID beside an alias. */
  otherEmails: string[];
  name: string | undefined;
}

/** Client of the configured OpenID provider: authorization code flow with PKCE, state and nonce. */
export interface OidcClient {
  /** Name of the provider, for people. */
  name: string;
  /** @throws IssuerError */
  start(redirectUri: string): Promise<{ url: string; checks: OidcChecks }>;
  /**
   * Exchanges the code of a callback and verifies the ID token.
   *
   * @param callback the redirect URI with the provider's parameters
   * @throws IssuerError
   */
  complete(callback: URL, checks: OidcChecks): Promise<OidcProfile>;
  close(): void;
}

/** Creates the client if a provider is configured. */
export async function openOidcClient(settings: Config['oidc'], policy: NetworkPolicy): Promise<OidcClient | undefined> {
  if (!settings) return undefined;
  // Loaded on demand: most installations have no provider.
  const library = await import('openid-client');
  const issuer = new URL(settings.issuer);
  // The operator chose the issuer, which may be in the own network. Addresses that its documents
  // name are subject to the policy.
  const limits = { maxResponseBytes: MAX_RESPONSE_BYTES };
  const trusted = createOutboundClient({ policy: 'open', ...limits });
  const guarded = createOutboundClient({ policy, ...limits });

  async function fetchGuarded(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const client = new URL(url).origin === issuer.origin ? trusted : guarded;
    const response = await client.send({
      url,
      method,
      headers,
      ...(signal && { signal }),
      ...(body != null && { body: String(body) }),
    });
    const { 'content-type': type } = response.headers;
    return new Response(response.body as Uint8Array<ArrayBuffer>, {
      status: response.status,
      ...(type && { headers: { 'content-type': type } }),
    });
  }

  /** Reads the provider's metadata each time, so that a changed key or endpoint is noticed. */
  async function discover(): Promise<Configuration> {
    const metadata = { client_secret: settings?.clientSecret ?? '', [library.clockTolerance]: CLOCK_TOLERANCE };
    const insecure = issuer.protocol === 'http:' ? [library.allowInsecureRequests] : [];
    const discovered = await library.discovery(issuer, settings?.clientId ?? '', metadata, undefined, {
      [library.customFetch]: fetchGuarded,
      execute: [library.enableNonRepudiationChecks, ...insecure],
    });
    const server = discovered.serverMetadata();
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (methods.includes('client_secret_post')) return discovered;
    const basic = library.ClientSecretBasic(settings?.clientSecret);
    const configuration = new library.Configuration(server, settings?.clientId ?? '', metadata, basic);
    configuration[library.customFetch] = fetchGuarded;
    for (const enable of [library.enableNonRepudiationChecks, ...insecure]) enable(configuration);
    return configuration;
  }

  return {
    name: settings.name,
    start: (redirectUri) =>
      translateErrors(settings.name, async () => {
        const configuration = await discover();
        const checks = {
          state: library.randomState(),
          nonce: library.randomNonce(),
          codeVerifier: library.randomPKCECodeVerifier(),
        };
        const url = library.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await library.calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
        });
        return { url: url.href, checks };
      }),
    complete: (callback, { state, nonce, codeVerifier }) =>
      translateErrors(settings.name, async () => {
        const configuration = await discover();
        const tokens = await library.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new IssuerError('rejected', `${settings.name} sent no ID token`);
        // The library checks the end of a token, and not that it was issued before now.
        if (claims.iat > Date.now() / 1_000 + MAX_AHEAD) throw failedLogin(settings.name, 'issued_in_the_future');
        const known = profileOf(claims.iss, claims.sub, claims, settings);
        const hasAddress = addressIn(claims.email) !== undefined;
        const isEnough = hasAddress && (known.isEmailVerified || (claims.email_verified ?? undefined) !== undefined);
        if (isEnough || !configuration.serverMetadata().userinfo_endpoint) return known;
        // Some providers say more there than in the token. With an address, it is optional.
        const found = library.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        const more = hasAddress ? await found.catch(() => ({})) : await found;
        return profileOf(claims.iss, claims.sub, { ...claims, ...more }, settings);
      }),
    close() {
      trusted.close();
      guarded.close();
    },
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

interface EmailRules {
  emailClaims: string[];
  trustsEmail: boolean;
}

/** Name that Entra ID gives to a guest, whose address is in another claim. */
const GUEST_NAME = /#EXT#@/i;

/** Address in a claim; some providers send a list, such as `emails`. */
function addressIn(claim: unknown): string | undefined {
  const address = textOf(Array.isArray(claim) ? claim[0] : claim)?.trim();
  return address?.includes('@') && !GUEST_NAME.test(address) ? address : undefined;
}

/**
 * Reads the claims of a person. `email_verified` is about the claim `email`; some providers send it
 * as text, and others, such as Entra ID, never. A value that does not say yes says no. Where it is
 * stated, people may have chosen the other claims themselves.
 */
export function profileOf(
  issuer: string,
  subject: string,
  person: Record<string, unknown>,
  { emailClaims, trustsEmail }: EmailRules,
): OidcProfile {
  const addresses = emailClaims.flatMap((claim) => {
    const email = addressIn(person[claim]);
    return email ? [{ claim, email }] : [];
  });
  const [first] = addresses;
  const said = person.email_verified ?? undefined;
  const isYes = said === true || (typeof said === 'string' && said.toLowerCase() === 'true');
  // An address in another claim is not the one that is stated to be verified.
  const isTrusted = trustsEmail && (said === undefined || (isYes && !emailClaims.includes('email')));
  return {
    issuer,
    subject,
    email: first?.email,
    isEmailVerified: isTrusted || (isYes && first?.claim === 'email'),
    otherEmails: isTrusted && said === undefined ? addresses.slice(1).map(({ email }) => email) : [],
    name: textOf(person.name) ?? textOf(person.preferred_username),
  };
}

async function translateErrors<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toIssuerError(name, error);
  }
}

/** Names the code of a failure; texts of the provider are not shown. */
function toIssuerError(name: string, error: unknown): IssuerError {
  if (error instanceof IssuerError) return error;
  const causes: unknown[] = [];
  for (let cause = error; cause && causes.length < 5; cause = (cause as { cause?: unknown }).cause) causes.push(cause);
  const outbound = causes.find((cause) => cause instanceof OutboundError);
  const status = causes.map((cause) => (cause as { status?: unknown }).status).find(Number.isInteger);
  if (outbound || (typeof status === 'number' && status >= 500)) {
    const reason = outbound instanceof OutboundError ? outbound.message : `it responded with status ${status}`;
    return new IssuerError('unavailable', `${name} does not respond: ${reason}`, { cause: error });
  }
  const codes = causes.flatMap((cause) => {
    const { error: response, code } = cause as { error?: unknown; code?: unknown };
    return [response, code].filter((text) => typeof text === 'string' && /^\w{1,64}$/.test(text));
  });
  return failedLogin(name, String(codes[0] ?? 'unexpected response'), error);
}

const failedLogin = (name: string, code: string, cause?: unknown): IssuerError =>
  new IssuerError('rejected', `The login with ${name} failed (${code})`, { cause });
