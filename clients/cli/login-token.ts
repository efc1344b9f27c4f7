import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsPath, type Login, readCredentials, storeCredentials } from './credentials.ts';
import { OAuthError, type Resource, requestTokens, resourceOf } from './oauth.ts';
import { UsageError, type World } from './world.ts';

/** Time before its end from which a token is replaced, ms. */
const MARGIN_MS = 60_000;
/** Age of a lock whose program is gone, ms: longer than a request may take. */
const STALE_MS = 90_000;
const PAUSE_MS = 50;

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
  return known && Date.now() < known.expiresAt - MARGIN_MS ? known.token : undefined;
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

/**
 * Runs one refresh at a time: the second use of a refresh token ends the login.
 */
async function withLock<Value>(world: World, work: () => Promise<Value>): Promise<Value> {
  const path = `${credentialsPath(world)}.lock`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  while (!acquire(path)) await sleep(PAUSE_MS);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function acquire(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new UsageError(`${path} cannot be written: ${code}. Use PINBOUND_TOKEN instead.`);
  }
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (Date.now() - made > STALE_MS) rmSync(path, { force: true });
  return false;
}
