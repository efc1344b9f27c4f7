import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TestApp } from '../../support/test-app.ts';

/** AUTH_SECRET of `startTestApp`. */
const SECRET = 'test-secret-test-secret-test-secret-1';

interface Forgery {
  secret?: string;
  type?: string;
  issuer?: string;
  audience?: string;
  expires?: boolean;
  algorithm?: string;
  notBefore?: string;
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
  if (forgery.notBefore) token.setNotBefore(forgery.notBefore);
  return token.sign(new TextEncoder().encode(secret));
};

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

const claimsOf = (userId: string) => {
  const iat = Math.floor(Date.now() / 1000);
  return { sub: userId, iss: 'pinbound', aud: 'pinbound-api', iat, exp: iat + 900 };
};

/** An unsigned token with `alg: none`. */
const unsigned = (userId: string): string => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claimsOf(userId))}.`;

/** Signs any header with the HMAC of any secret; JWT libraries refuse such headers. */
function hmacSigned(userId: string, header: object, secret: string): string {
  const content = `${encode({ typ: 'at+jwt', ...header })}.${encode(claimsOf(userId))}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Signs with the forger's own key, which the header offers for verification. */
function withOwnKey(userId: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = { alg: 'RS256', typ: 'at+jwt', jwk: publicKey.export({ format: 'jwk' }) as { kty: string } };
  return new SignJWT(claimsOf(userId)).setProtectedHeader(header).sign(privateKey);
}

/** Replaces the subject of a valid token. */
async function withOtherSubject(app: TestApp, userId: string): Promise<string> {
  const real = await app.services.accessTokens.sign('00000000-0000-7000-8000-000000000000');
  const [header, claims = '', signature] = real.split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: userId };
  return [header, encode(changed), signature].join('.');
}

/** Invalid tokens of the user, by their defect. */
export async function forgedTokens(app: TestApp, userId: string): Promise<Record<string, string>> {
  return {
    expired: await app.services.accessTokens.sign(userId, 0, -10),
    'signed with another secret': await sign(userId, { secret: 'another-secret-another-secret-another-1' }),
    unsigned: unsigned(userId),
    'of another user, with the subject changed': await withOtherSubject(app, userId),
    'for another audience': await sign(userId, { audience: 'another-api' }),
    'by another issuer': await sign(userId, { issuer: 'another' }),
    'of another type': await sign(userId, { type: 'JWT' }),
    'without an expiry': await sign(userId, { expires: false }),
    'signed with another algorithm': await sign(userId, { algorithm: 'HS384' }),
    'that names a public-key algorithm, signed with the secret': hmacSigned(userId, { alg: 'RS256' }, SECRET),
    'that brings its own key': await withOwnKey(userId),
    'that names its own secret': hmacSigned(userId, { alg: 'HS256', jwk: { kty: 'oct', k: 'Zm9yZ2Vk' } }, 'forged'),
    'that names the URL of its key': hmacSigned(userId, { alg: 'HS256', jku: 'https://evil.example/keys' }, 'forged'),
    'with an unknown key id': hmacSigned(userId, { alg: 'HS256', kid: '../../../dev/null' }, ''),
    'that is not valid yet': await sign(userId, { notBefore: '10m' }),
    'that is not a token': 'nonsense',
  };
}
