import { SignJWT } from 'jose';
import type { TestApp } from '../../support/test-app.ts';

/** The secret of `startTestApp`. */
const SECRET = 'test-secret-test-secret-test-secret-1';

interface Forgery {
  secret?: string;
  type?: string;
  issuer?: string;
  audience?: string;
  expires?: boolean;
  algorithm?: string;
}

const sign = (userId: string, forgery: Forgery): Promise<string> => {
  const { secret = SECRET, type = 'at+jwt', issuer = 'pinbound', audience = 'pinbound-api' } = forgery;
  const token = new SignJWT({})
    .setProtectedHeader({ alg: forgery.algorithm ?? 'HS256', typ: type })
    .setSubject(userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt();
  if (forgery.expires !== false) token.setExpirationTime('15m');
  return token.sign(new TextEncoder().encode(secret));
};

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Unsigned, as `alg: none` would have it. */
function unsigned(userId: string): string {
  const exp = Math.floor(Date.now() / 1000) + 900;
  const claims = { sub: userId, iss: 'pinbound', aud: 'pinbound-api', iat: exp - 900, exp };
  return `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`;
}

/** A real token that names another user. */
async function withOtherSubject(app: TestApp, userId: string): Promise<string> {
  const real = await app.services.accessTokens.sign('00000000-0000-7000-8000-000000000000');
  const [header, claims = '', signature] = real.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: userId };
  return [header, encode(changed), signature].join('.');
}

/** Tokens that name the user and must not count, by what is wrong with them. */
export async function forgedTokens(app: TestApp, userId: string): Promise<Record<string, string>> {
  return {
    expired: await app.services.accessTokens.sign(userId, -10),
    'signed with another secret': await sign(userId, { secret: 'another-secret-another-secret-another-1' }),
    unsigned: unsigned(userId),
    'of another user, with the subject changed': await withOtherSubject(app, userId),
    'for another audience': await sign(userId, { audience: 'another-api' }),
    'by another issuer': await sign(userId, { issuer: 'another' }),
    'of another type': await sign(userId, { type: 'JWT' }),
    'without an end': await sign(userId, { expires: false }),
    'signed with another algorithm': await sign(userId, { algorithm: 'HS384' }),
    'no token at all': 'nonsense',
  };
}
