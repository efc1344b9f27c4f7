import { errors, jwtVerify, SignJWT } from 'jose';
import { invariant } from '../../errors.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'pinbound';
const AUDIENCE = 'pinbound-api';
const TYPE = 'at+jwt';
/** Seconds: how long a token that was stolen, or whose member was removed, counts at most. */
export const ACCESS_TOKEN_LIFETIME = 15 * 60;
/** Verified tokens remembered, so that a dashboard's many calls pay for one signature check. */
const CACHE_SIZE = 5_000;

export interface VerifiedToken {
  userId: string;
  /** The user's when the token was signed. */
  tokenGeneration: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface AccessTokens {
  /** @param tokenGeneration the user's; 0 until its password is first reset */
  sign(userId: string, tokenGeneration?: number, lifetimeSeconds?: number): Promise<string>;
  /** @throws TokenRefused that says in words why. */
  verify(token: string): Promise<VerifiedToken>;
}

/** The token does not count; the message may be shown to its bearer. */
export class TokenRefused extends Error {}

/** The claim of the generation; tokens of earlier releases have none. */
const GENERATION = 'gen';

/** JWTs, HS256; issuer, audience, type and algorithm are pinned. The first secret signs, all verify. */
export function createAccessTokens(secrets: readonly string[]): AccessTokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret));
  const [signingKey] = keys;
  invariant(signingKey, 'settings hold at least one secret');
  const verified = new Map<string, VerifiedToken>();

  return {
    sign: (userId, tokenGeneration = 0, lifetimeSeconds = ACCESS_TOKEN_LIFETIME) => {
      const issuedAt = Math.floor(Date.now() / 1000);
      return new SignJWT({ [GENERATION]: tokenGeneration })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(signingKey);
    },
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
        audience: AUDIENCE,
        typ: TYPE,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      invariant(payload.sub && payload.exp, 'jose has checked that both claims are there');
      const { sub: userId, exp, [GENERATION]: tokenGeneration = 0 } = payload;
      return { userId, tokenGeneration: Number(tokenGeneration), expiresAt: exp * 1000 };
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new TokenRefused('The access token has expired; log in again or refresh it');
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  throw new TokenRefused('The access token is not valid; log in to get one');
}
