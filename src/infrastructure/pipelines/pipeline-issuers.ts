import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { MINUTE_MS } from '../../lib/durations.ts';
import { IssuerError } from '../oidc/issuer-error.ts';
import type { OutboundClient } from '../outbound/client.ts';
import { OutboundError } from '../outbound/outbound-error.ts';

/** Difference between the clocks of the issuer and the service that is tolerated, seconds. */
const CLOCK_TOLERANCE = 60;
/** Longest time for which an ID token may still be valid, seconds; jobs get one of some minutes. */
const MAX_VALIDITY = 86_400;
/** Largest document of an issuer. */
const MAX_DOCUMENT_BYTES = 64 * 1024;
/** Max age of cached keys, ms. */
const KEYS_MS = 10 * MINUTE_MS;
/** Min time between two reads of an issuer's keys because a token names an unknown one, ms. */
const UNKNOWN_KEY_MS = 30_000;
/** Time for which a failed read is the response to further tokens, ms. */
const FAILURE_MS = 5_000;
const MAX_ISSUERS = 200;
/** Shared secrets and `none` would let holders of public keys sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Verifies ID tokens of pipelines with the keys that their issuers publish. */
export interface PipelineIssuers {
  /**
   * Checks signature, issuer, audience and times.
   *
   * @param issuer one that a member named: its documents are fetched
   * @throws IssuerError
   */
  verify(idToken: string, issuer: string, audience: string): Promise<JWTPayload>;
}

type FindKey = ReturnType<typeof createLocalJWKSet>;

/** Keys of the last read that succeeded, the read that runs, and the last one that failed. */
interface IssuerKeys {
  found?: { keys: FindKey; readAt: number };
  reading?: Promise<FindKey> | undefined;
  failed?: { error: unknown; at: number };
}

/** Creates the verifier of one process. */
export function createPipelineIssuers(client: Pick<OutboundClient, 'send'>, now = Date.now): PipelineIssuers {
  const cached = new Map<string, IssuerKeys>();

  /** A failed read leaves the keys that are known, which serve until they are too old. */
  async function keysOf(issuer: string, maxAge: number): Promise<FindKey> {
    const known = cached.get(issuer) ?? {};
    const { found, failed } = known;
    if (found && now() - found.readAt < maxAge) return found.keys;
    if (failed && now() - failed.at < FAILURE_MS) throw failed.error;
    if (cached.size >= MAX_ISSUERS && !cached.has(issuer)) cached.clear();
    cached.set(issuer, known);
    known.reading ??= readInto(known, issuer).finally(() => {
      known.reading = undefined;
    });
    return known.reading;
  }

  async function readInto(known: IssuerKeys, issuer: string): Promise<FindKey> {
    const readAt = now();
    try {
      const keys = createLocalJWKSet(await readKeys(client, issuer));
      known.found = { keys, readAt };
      return keys;
    } catch (error) {
      known.failed = { error, at: now() };
      throw error;
    }
  }

  async function check(idToken: string, issuer: string, audience: string, keys: FindKey): Promise<JWTPayload> {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE,
      currentDate: new Date(now()),
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    // Another recipient of the token could exchange it, too.
    if (Array.isArray(payload.aud) && payload.aud.length > 1)
      throw new errors.JWTClaimValidationFailed('', payload, 'aud');
    if ((payload.iat ?? 0) > now() / 1_000 + CLOCK_TOLERANCE) {
      throw new errors.JWTClaimValidationFailed('', payload, 'iat');
    }
    // The end is stored, so that the token is not exchanged again before it.
    if ((payload.exp ?? 0) > now() / 1_000 + MAX_VALIDITY) {
      throw new IssuerError('rejected', 'The ID token is valid for more than a day; request one that ends earlier');
    }
    return payload;
  }

  return {
    async verify(idToken, issuer, audience) {
      try {
        const keys = await keysOf(issuer, KEYS_MS);
        return await check(idToken, issuer, audience, keys).catch(async (error) => {
          if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
          // The issuer may have replaced its keys.
          return check(idToken, issuer, audience, await keysOf(issuer, UNKNOWN_KEY_MS));
        });
      } catch (error) {
        throw toIssuerError(error, audience);
      }
    },
  };
}

/**
 * Reads the keys of an issuer.
 * @throws IssuerError
 */
async function readKeys(client: Pick<OutboundClient, 'send'>, issuer: string): Promise<JSONWebKeySet> {
  const configuration = await readDocument(client, `${issuer}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: address } = configuration;
  if (named !== issuer) throw new IssuerError('rejected', `The configuration of ${issuer} names another issuer`);
  if (typeof address !== 'string' || !URL.canParse(address) || new URL(address).origin !== new URL(issuer).origin) {
    throw new IssuerError('rejected', `The configuration of ${issuer} names no keys on the same host`);
  }
  const { keys } = await readDocument(client, address);
  if (Array.isArray(keys)) return { keys };
  throw new IssuerError('rejected', `${address} has no list of keys`);
}

async function readDocument(client: Pick<OutboundClient, 'send'>, url: string): Promise<Record<string, unknown>> {
  const { status, body, truncation } = await client.send({
    url,
    method: 'GET',
    headers: { accept: 'application/json' },
    maxResponseBytes: MAX_DOCUMENT_BYTES,
  });
  if (status >= 500 || truncation) {
    throw new IssuerError('unavailable', `${url} responded with ${truncation ?? `status ${status}`}; try again`);
  }
  if (status !== 200) throw new IssuerError('rejected', `${url} responded with status ${status}; expected 200`);
  if (body.length >= MAX_DOCUMENT_BYTES) {
    throw new IssuerError('rejected', `${url} is larger than ${MAX_DOCUMENT_BYTES / 1024} KiB`);
  }
  try {
    const document: unknown = JSON.parse(body.toString());
    if (typeof document === 'object' && document !== null) return document as Record<string, unknown>;
  } catch {
    // The error below says what was expected.
  }
  throw new IssuerError('rejected', `${url} must be a JSON object`);
}

/** Names the failure in words; texts of the token are not repeated. */
function toIssuerError(error: unknown, audience: string): IssuerError {
  if (error instanceof IssuerError) return error;
  const options = { cause: error };
  if (error instanceof OutboundError) {
    const failure = error.failure === 'refused' ? 'rejected' : 'unavailable';
    return new IssuerError(failure, `The issuer of the ID token cannot be read: ${error.message}`, options);
  }
  if (error instanceof errors.JWTExpired) {
    return new IssuerError('rejected', 'The ID token has expired; request another one', options);
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    const message =
      claim === 'aud'
        ? `The ID token is for another audience; request one for ${audience} only`
        : `The claim ${claim} of the ID token is missing or wrong`;
    return new IssuerError('rejected', message, options);
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return new IssuerError('rejected', 'The issuer has no key with the id that the ID token names', options);
  }
  return new IssuerError('rejected', 'The ID token is not signed by its issuer; request another one', options);
}
