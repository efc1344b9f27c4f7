import type pg from 'pg';
import { statement } from '../../../infrastructure/database/statement.ts';
import { hashAccessToken, isAccessToken, isAppToken } from '../../../infrastructure/secrets/access-token-format.ts';
import { InvalidToken, type VerifiedToken } from '../../../infrastructure/secrets/access-tokens.ts';
import type { TokenClient, TokenGrant, TokenGrants } from '../../../infrastructure/secrets/token-grant.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { networkOf } from '../../../lib/network-of.ts';

/** Max age of a cached token, ms; bounds the use of a token that another process revoked. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 5_000;
/** Min time between two records of the last use of a token, ms. */
const USE_INTERVAL_MS = MINUTE_MS;

const COLUMNS = `t.id, t.user_id AS "userId", t.token_generation AS "tokenGeneration", t.version, t.actions,
                t.all_projects AS "allProjects", t.revoked_at AS "revokedAt",
                ARRAY(SELECT p.id || ' ' || p.organization_id FROM access_token_projects tp
                        JOIN projects p ON p.id = tp.project_id WHERE tp.access_token_id = t.id) AS projects`;

const READ = statement(
  'token-grants/read',
  `SELECT ${COLUMNS}, t.expires_at AS "expiresAt" FROM access_tokens t
    WHERE t.token_hash = $hash AND t.client_id IS NULL AND t.pipeline IS NULL`,
  { prepared: true },
);

const READ_APP = statement(
  'token-grants/read-app',
  `SELECT ${COLUMNS}, least(a.expires_at, t.expires_at) AS "expiresAt!", a.scope, a.audience
     FROM oauth_artifacts a JOIN access_tokens t ON t.id = a.grant_id
    WHERE a.model = 'AccessToken' AND a.id_hash = $hash`,
  { prepared: true },
);

const RECORD_USE = statement(
  'token-grants/record-use',
  `UPDATE access_tokens SET last_used_at = now(), last_used_network = $network, last_used_client = $userAgent? WHERE id = $id`,
  { prepared: true },
);

type Verified = VerifiedToken & { grant: TokenGrant };

interface Entry {
  verified: Promise<Verified>;
  readAt: number;
  id?: string;
}

interface GrantServices {
  pool: pg.Pool;
  /** Runs work that no response waits for. */
  runInBackground(name: string, work: () => Promise<void>): void;
}

/** Creates the reader of access tokens of one process. */
export function createTokenGrants({ pool, runInBackground }: GrantServices): TokenGrants {
  const entries = new Map<string, Entry>();
  const usedAt = new Map<string, number>();

  function find(token: string): Entry {
    const hash = hashAccessToken(token);
    const known = entries.get(hash);
    if (known && Date.now() - known.readAt < CACHE_MS) return known;
    const entry: Entry = {
      verified: isAppToken(token) ? readAppToken(pool, hash) : readToken(pool, hash),
      readAt: Date.now(),
    };
    if (entries.size >= CACHE_SIZE) entries.clear();
    entries.set(hash, entry);
    entry.verified.then(
      ({ grant }) => {
        entry.id = grant.id;
      },
      () => {
        // Only valid tokens are cached.
        if (entries.get(hash) === entry) entries.delete(hash);
      },
    );
    return entry;
  }

  function recordUse(id: string, { ip, userAgent }: TokenClient): void {
    const last = usedAt.get(id) ?? 0;
    if (Date.now() - last < USE_INTERVAL_MS) return;
    if (usedAt.size >= CACHE_SIZE) usedAt.clear();
    usedAt.set(id, Date.now());
    runInBackground('record the use of an access token', async () => {
      await RECORD_USE.run(pool, { id, network: networkOf(ip), userAgent: userAgent ?? null });
    });
  }

  return {
    async verify(token, client) {
      if (!isAccessToken(token)) throw new InvalidToken('The access token is incomplete or mistyped; copy it again');
      const verified = await find(token).verified;
      if (verified.expiresAt <= Date.now()) throw expired();
      recordUse(verified.grant.id, client);
      return verified;
    },
    forget(id) {
      for (const [hash, entry] of entries) if (entry.id === id) entries.delete(hash);
    },
  };
}

async function readToken(pool: pg.Pool, hash: string): Promise<Verified> {
  const row = await READ.first(pool, { hash });
  if (!row) throw new InvalidToken('The access token is unknown; create one in your account or organization');
  if (row.revokedAt) throw new InvalidToken('The access token was revoked; use another one');
  return toVerified(row);
}

/**
 * Reads a token of a connected app or of a pipeline, whose scope may be smaller than the actions of
 * its grant.
 */
async function readAppToken(pool: pg.Pool, hash: string): Promise<Verified> {
  const row = await READ_APP.first(pool, { hash });
  if (!row || row.revokedAt) {
    throw new InvalidToken(
      'The app is no longer connected, or its token was replaced or has expired; authorize it again. A pipeline exchanges another ID token',
    );
  }
  const scope = (row.scope ?? '').split(' ');
  const { grant, ...verified } = toVerified({
    ...row,
    actions: row.actions.filter((action) => scope.includes(action)),
  });
  return { ...verified, grant: { ...grant, audience: row.audience ?? '' } };
}

type Row = Omit<NonNullable<Awaited<ReturnType<typeof READ.first>>>, 'revokedAt'>;

function toVerified(row: Row): Verified {
  if (row.expiresAt.getTime() <= Date.now()) throw expired();
  const pairs = row.projects.map((pair) => pair.split(' ') as [string, string]);
  return {
    userId: row.userId,
    tokenGeneration: row.tokenGeneration,
    expiresAt: row.expiresAt.getTime(),
    grant: {
      id: row.id,
      version: row.version,
      actions: new Set(row.actions),
      projects: row.allProjects ? undefined : new Map(pairs),
    },
  };
}

const expired = () => new InvalidToken('The access token has expired; create another one');
