import type { Context } from '../../../context.ts';
import type { CaptureCredentials, Snapshot } from '../../../generated/prisma/client.ts';
import { CaptureError } from '../../../infrastructure/capture/capture-errors.ts';
import type { SentCredentials } from '../../../infrastructure/capture/capture-request.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { UnreadableSecret } from '../../../infrastructure/secrets/secret-box.ts';
import { type CredentialValues, openValues } from './capture-credentials.ts';
import { isBelow } from './path-prefixes.ts';

const FIND = statement(
  'credentials-of-capture/find',
  `SELECT c.environment_id AS "environmentId", c.origin, c.paths, c.is_shared AS "isShared", c.secret, e.url
  FROM capture_credentials c JOIN environments e ON e.id = c.environment_id WHERE c.environment_id = $environmentId`,
);

type Stored = Pick<CaptureCredentials, 'environmentId' | 'origin' | 'paths' | 'isShared' | 'secret'> & { url: string };

/** Credentials for one capture. */
export interface CredentialsOfCapture {
  sent: SentCredentials;
  /** Whether outsiders may read what the capture finds. */
  isShared: boolean;
}

/**
 * Returns the credentials that a capture may send: those of its environment, for a page below their
 * path prefixes. Never for a visitor's comment, whose author chooses page and time. A process of
 * the previous release does not delete them when the address of the environment changes.
 *
 * @throws CaptureError if they cannot be decrypted
 */
export async function credentialsOfCapture(
  { services: { pool, secretBox } }: Context<'pool' | 'secretBox'>,
  { environmentId, byVisitor, url }: Pick<Snapshot, 'environmentId' | 'byVisitor' | 'url'>,
): Promise<CredentialsOfCapture | undefined> {
  if (environmentId === null || byVisitor) return undefined;
  const stored = await FIND.first(pool, { environmentId });
  const page = new URL(url);
  if (!stored || new URL(stored.url).origin !== stored.origin || page.origin !== stored.origin) return undefined;
  if (!isBelow(page.pathname, stored.paths)) return undefined;
  try {
    return { sent: sentCredentials(stored, openValues(secretBox, stored)), isShared: stored.isShared };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    throw new CaptureError(
      'The capture credentials of the environment were encrypted with an AUTH_SECRET that is no longer listed; set them again',
      { cause: error },
    );
  }
}

/** Shorter values occur on pages by accident. */
const LEAST_HIDDEN = 8;

function sentCredentials(
  { origin, paths }: Pick<Stored, 'origin' | 'paths'>,
  { basic, headers, cookies }: CredentialValues,
): SentCredentials {
  const encoded = basic ? [Buffer.from(`${basic.username}:${basic.password}`).toString('base64')] : [];
  const authorization = encoded.map((text) => ['authorization', `Basic ${text}`] as const);
  const named = headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
  const values = [
    ...encoded,
    ...(basic ? [basic.password] : []),
    ...[...headers, ...cookies].map(({ value }) => value),
  ];
  return {
    isOwn: (url) => url.origin === origin,
    mayReceive: (url) => url.origin === origin && isBelow(url.pathname, paths),
    headers: Object.fromEntries([...authorization, ...named]),
    cookies: cookies.map(({ name, value }) => ({ name, value })),
    hidden: values.filter((value) => value.length >= LEAST_HIDDEN),
  };
}
