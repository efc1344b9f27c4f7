import { OIDC_LOGIN_MS } from '../resolvers/core/auth/oidc-exchange.ts';
import { REFRESH_TOKEN_LIFETIME_MS, type Session } from '../resolvers/core/auth/sessions.ts';

interface CookieOptions {
  /** Name, without the prefix of secure cookies. */
  name: string;
  path: string;
  /** `None` is for framed pages: the cookie is kept apart for each site that frames them. */
  sameSite: 'Strict' | 'Lax' | 'None';
  maxAgeMs: number;
}

/** Reads and writes one cookie that scripts cannot read. */
export interface Cookie {
  read(header: string | undefined): string | undefined;
  /** @param value null deletes the cookie */
  write(value: string | null): string;
}

/** Creates a cookie. Browsers keep a Secure one over HTTP on localhost only. */
export function createCookie(
  { protocol, hostname }: URL,
  { path, sameSite, maxAgeMs, ...options }: CookieOptions,
): Cookie {
  const isLocal = protocol === 'http:' && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  const name = isLocal ? options.name : `__Secure-${options.name}`;
  const isFramed = sameSite === 'None';
  return {
    read: (header = '') =>
      header
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    write: (value) =>
      `${name}=${value ?? ''}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=` +
      `${value === null ? 0 : maxAgeMs / 1_000}${isLocal && !isFramed ? '' : '; Secure'}${isFramed ? '; Partitioned' : ''}`,
  };
}

export const SESSION_PATH = '/auth/session';

/** Cookie with the refresh token of a session of the dashboard. */
export const sessionCookie = (base: URL): Cookie =>
  createCookie(base, {
    name: 'pinbound_session',
    path: SESSION_PATH,
    sameSite: 'Strict',
    maxAgeMs: REFRESH_TOKEN_LIFETIME_MS,
  });

export const OIDC_PATH = '/auth/oidc';

/** Cookie with the state of a login at the OpenID provider. */
export const oidcCookie = (base: URL): Cookie =>
  createCookie(base, {
    name: 'pinbound_oidc',
    path: OIDC_PATH,
    // The provider redirects from another site: Strict would omit the cookie.
    sameSite: 'Lax',
    maxAgeMs: OIDC_LOGIN_MS,
  });

/** Returns the members of `AuthSession` that scripts may read. */
export const withoutRefreshToken = ({ user, organization, accessToken, tokenType, expiresIn }: Session) => ({
  user: { id: user.id, email: user.email, name: user.name },
  organization: organization && { id: organization.id, name: organization.name, slug: organization.slug },
  accessToken,
  tokenType,
  expiresIn,
});
