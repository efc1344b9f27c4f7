import { type Login, readCredentials, storeCredentials } from './credentials.ts';
import { withLock } from './credentials-lock.ts';
import { OAuthError, RENEWAL_MS, type Resource, requestTokens, resourceOf } from './oauth.ts';
import { UsageError, type World } from './world.ts';

/**
 * Returns a function that returns a valid access token of a login, and replaces it before its end.
 *
 * @param url address of the login: tokens are sent there only
 */
export function loginToken(world: World, url: string, resource: Resource): () => Promise<string> {
  return async () => validToken(world, url, resource) ?? withLock(world, () => refresh(world, url, resource));
}

function validToken(world: World, url: string, resource: Resource): string | undefined {
  const known = loginOf(world, url).accessTokens[resource];
  return known && Date.now() < known.expiresAt - RENEWAL_MS ? known.token : undefined;
}

/** @throws UsageError after a logout */
function loginOf(world: World, url: string): Login {
  const stored = readCredentials(world)[url];
  if (stored && 'refreshToken' in stored) return stored;
  throw ended(url);
}

const ended = (url: string) => new UsageError(`The login at ${url} has ended. Run: pinbound login ${url}`);

/** Replaces the tokens, unless another program did so meanwhile. */
async function refresh(world: World, url: string, resource: Resource): Promise<string> {
  const current = validToken(world, url, resource);
  if (current !== undefined) return current;
  const login = loginOf(world, url);
  const tokens = await requestTokens(url, {
    grant_type: 'refresh_token',
    refresh_token: login.refreshToken,
    resource: resourceOf(url, resource),
  }).catch((error: unknown) => {
    throw error instanceof OAuthError && error.code === 'invalid_grant' ? ended(url) : error;
  });
  const { accessToken: token, expiresAt, refreshToken } = tokens;
  const accessTokens = { ...login.accessTokens, [resource]: { token, expiresAt } };
  storeCredentials(world, url, { refreshToken, accessTokens });
  return token;
}
