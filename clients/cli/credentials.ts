import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Resource } from './oauth.ts';
import { readIfPresent } from './read-if-present.ts';
import { UsageError, type World } from './world.ts';

/** A login by a browser or a device. */
export interface Login {
  refreshToken: string;
  /** Access tokens by what they are for; `expiresAt` is in milliseconds since 1970. */
  accessTokens: { [For in Resource]?: { token: string; expiresAt: number } };
}

/** A login, or an access token that a member created. */
export type Entry = Login | { token: string };

/** Entries by the address of the installation. */
type Credentials = Record<string, Entry>;

export const credentialsPath = ({ env }: World): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'pinbound', 'credentials.json');

/** @throws UsageError */
export function readCredentials(world: World): Credentials {
  const path = credentialsPath(world);
  const text = readIfPresent(path);
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as Credentials;
  } catch {
    throw new UsageError(`${path} is damaged. Remove it and log in again.`);
  }
}

/**
 * Stores or removes the entry of an installation, readable by its owner only. Callers hold a lock.
 *
 * @returns the path of the file
 * @throws UsageError
 */
export function storeCredentials(world: World, url: string, entry: Entry | undefined): string {
  const path = credentialsPath(world);
  const { [url]: _previous, ...others } = readCredentials(world);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.part`;
    writeFileSync(draft, JSON.stringify(entry ? { ...others, [url]: entry } : others, null, 2), { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    throw unwritable(path, error);
  }
  return path;
}

export const unwritable = (path: string, error: unknown): UsageError =>
  new UsageError(
    `${path} cannot be written: ${(error as NodeJS.ErrnoException).code}. Set PINBOUND_URL and PINBOUND_TOKEN instead.`,
  );
