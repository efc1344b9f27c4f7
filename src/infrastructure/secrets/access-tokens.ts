import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { invariant } from '../../errors.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'pinbound';
const AUDIENCE = 'pinbound-api';
/** Audience of tokens of the panel, which releases without the panel reject. */
const PANEL_AUDIENCE = 'pinbound-panel';
const TYPE = 'at+jwt';
/** Lifetime, seconds; bounds the use of a stolen token, or of a removed member's token. */
export const ACCESS_TOKEN_LIFETIME = 15 * 60;
/** Cached verified tokens: the many calls of a dashboard need one signature check. */
const CACHE_SIZE = 5_000;

export interface VerifiedToken {
  userId: string;
  /** Generation of the user at signing. */
  tokenGeneration: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** UUID of the panel's session; absent for other sessions. */
  panelId?: string;
}

interface SignedUser {
  userId: string;
  /** Generation of the user. */
  tokenGeneration: number;
}

export interface AccessTokens {
  /** @param tokenGeneration of the user; 0 until the first password reset */
  sign(userId: string, tokenGeneration?: number, lifetimeSeconds?: number): Promise<string>;
  /** Signs a token of a session of the panel. */
  signPanel(user: SignedUser, panelId: string, lifetimeSeconds: number): Promise<string>;
  /** @throws InvalidToken */
  verify(token: string): Promise<VerifiedToken>;
}

/** Invalid or expired token; the message may be shown to its bearer. */
export class InvalidToken extends Error {}

/** Claim of the generation; absent in tokens of earlier releases. */
const GENERATION = 'gen';
/** Claim of the panel's session. */
const PANEL = 'panel';

/**
 * Signs and verifies JWTs (HS256) with pinned issuer, audience, type and algorithm. The first
 * secret signs, all verify.
 */
export function createAccessTokens(secrets: readonly string[]): AccessTokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  const [signingKey] = keys;
  invariant(signingKey, 'settings hold at least one secret');
  const verified = new Map<string, VerifiedToken>();

  const sign = (userId: string, claims: JWTPayload, audience: string, lifetimeSeconds: number): Promise<string> => {
    const issuedAt = Math.floor(Date.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(signingKey);
  };

  return {
    sign: (userId, tokenGeneration = 0, lifetimeSeconds = ACCESS_TOKEN_LIFETIME) =>
      sign(userId, { [GENERATION]: tokenGeneration }, AUDIENCE, lifetimeSeconds),
    signPanel: ({ userId, tokenGeneration }, panelId, lifetimeSeconds) =>
      sign(userId, { [GENERATION]: tokenGeneration, [PANEL]: panelId }, PANEL_AUDIENCE, lifetimeSeconds),
    async verify(token) {
      const known = verified.get(token);
      if (known && known.expiresAt > Date.now()) return known;
      verified.delete(token);
      const result = await verifyWithAny(token, keys);
      if (verified.size >= CACHE_SIZE) verified.clear();
      verified.set(token, result);
      return result;
    },
  };
}

async function verifyWithAny(token: string, keys: readonly Uint8Array[]): Promise<VerifiedToken> {
  for (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: [AUDIENCE, PANEL_AUDIENCE],
        typ: TYPE,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      invariant(payload.sub && payload.exp, 'jose has checked that both claims are there');
      const { sub: userId, exp, aud, [GENERATION]: tokenGeneration = 0, [PANEL]: panelId } = payload;
      const verified = { userId, tokenGeneration: Number(tokenGeneration), expiresAt: exp * 1000 };
      return aud === PANEL_AUDIENCE ? { ...verified, panelId: String(panelId) } : verified;
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new InvalidToken('The access token has expired; log in again or refresh it');
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new InvalidToken('The access token is not valid; log in to get one');
}
