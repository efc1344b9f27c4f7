import { createHash } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../database/statement.ts';
import type { Queryable } from '../database/transaction.ts';
import { openIfReadable, type SecretBox } from '../secrets/secret-box.ts';

/** Members of an artifact as oidc-provider stores it. */
export type Payload = Record<string, unknown>;

/** SHA-256 of an identifier, hexadecimal: its stored form. Identifiers are random. */
const hashOf = (identifier: string): string => createHash('sha256').update(identifier).digest('hex');

const COLUMNS = 'model, id_hash AS "idHash", payload, consumed_at AS "consumedAt"';

const BY_ID = statement(
  'artifact-store/by-id',
  `SELECT ${COLUMNS} FROM oauth_artifacts WHERE model = $model AND id_hash = $idHash AND expires_at > now()`,
);

const LOCK = statement(
  'artifact-store/lock',
  `SELECT ${COLUMNS} FROM oauth_artifacts WHERE model = $model AND id_hash = $idHash AND expires_at > now() FOR UPDATE`,
);

const BY_USER_CODE = statement(
  'artifact-store/by-user-code',
  `SELECT ${COLUMNS} FROM oauth_artifacts
    WHERE model = $model AND user_code_hash = $userCodeHash AND expires_at > now()`,
);

const UPSERT = statement(
  'artifact-store/upsert',
  `INSERT INTO oauth_artifacts (model, id_hash, user_code_hash, grant_id, audience, scope, payload, expires_at)
   VALUES ($model, $idHash, $userCodeHash?, $grantId?, $audience?, $scope?, $payload, now() + $ttl * interval '1 second')
   ON CONFLICT (model, id_hash) DO UPDATE SET grant_id = excluded.grant_id, payload = excluded.payload`,
);

const REPLACE = statement(
  'artifact-store/replace',
  'UPDATE oauth_artifacts SET payload = $payload WHERE model = $model AND id_hash = $idHash',
);

const CONSUME = statement(
  'artifact-store/consume',
  'UPDATE oauth_artifacts SET consumed_at = now() WHERE model = $model AND id_hash = $idHash AND consumed_at IS NULL',
);

const DESTROY = statement(
  'artifact-store/destroy',
  'DELETE FROM oauth_artifacts WHERE model = $model AND id_hash = $idHash',
);

const DESTROY_OF_GRANT = statement(
  'artifact-store/destroy-of-grant',
  'DELETE FROM oauth_artifacts WHERE model = $model AND grant_id = $grantId',
);

const EXTEND = statement(
  'artifact-store/extend',
  'UPDATE oauth_artifacts SET expires_at = greatest(expires_at, $until) WHERE model = $model AND id_hash = $idHash',
);

interface Row {
  model: string;
  idHash: string;
  payload: string;
  consumedAt: Date | null;
}

/** Stores what the authorization server issues: identifiers hashed, members encrypted. */
export interface ArtifactStore {
  /** @param sql the transaction of the caller; default: a connection of the pool */
  find(model: string, id: string, sql?: Queryable): Promise<Payload | undefined>;
  findByUserCode(model: string, userCode: string, sql?: Queryable): Promise<Payload | undefined>;
  /** @param ttl seconds, counted by the clock of the database */
  upsert(model: string, id: string, payload: Payload, ttl: number): Promise<void>;
  /** @returns whether it was not consumed before */
  consume(model: string, id: string): Promise<boolean>;
  destroy(model: string, id: string): Promise<void>;
  destroyOfGrant(model: string, grantId: string): Promise<void>;
  /**
   * Replaces a waiting artifact and locks it until the end of the transaction.
   *
   * @param change returns the new members; undefined leaves the artifact as it is
   */
  change(
    sql: Queryable,
    model: string,
    id: string,
    change: (payload: Payload) => Payload | undefined,
  ): Promise<boolean>;
  /** Keeps an artifact at least until a time. */
  extend(sql: Queryable, model: string, id: string, until: Date): Promise<void>;
}

export function createArtifactStore({ pool, secretBox }: { pool: pg.Pool; secretBox: SecretBox }): ArtifactStore {
  const boundTo = (model: string, idHash: string): string => `${model}:${idHash}`;

  function open({ model, idHash, payload, consumedAt }: Row): Payload | undefined {
    const text = openIfReadable(secretBox, payload, boundTo(model, idHash));
    if (text === undefined) return undefined;
    const members = JSON.parse(text) as Payload;
    return consumedAt ? { ...members, consumed: Math.floor(consumedAt.getTime() / 1000) } : members;
  }

  const seal = (model: string, idHash: string, payload: Payload): string =>
    secretBox.seal(JSON.stringify(payload), boundTo(model, idHash));

  const openFirst = (row: Row | undefined): Payload | undefined => row && open(row);

  return {
    find: async (model, id, sql = pool) => openFirst(await BY_ID.first(sql, { model, idHash: hashOf(id) })),
    findByUserCode: async (model, userCode, sql = pool) =>
      openFirst(await BY_USER_CODE.first(sql, { model, userCodeHash: hashOf(userCode) })),
    async upsert(model, id, payload, ttl) {
      const idHash = hashOf(id);
      const { userCode, grantId = null, scope = null, aud = null } = payload as Record<string, string | undefined>;
      await UPSERT.run(pool, {
        model,
        idHash,
        userCodeHash: userCode === undefined ? null : hashOf(userCode),
        grantId,
        ...(model === 'AccessToken' ? { audience: aud, scope } : { audience: null, scope: null }),
        payload: seal(model, idHash, payload),
        ttl,
      });
    },
    consume: async (model, id) => (await CONSUME.run(pool, { model, idHash: hashOf(id) })).rowCount === 1,
    async destroy(model, id) {
      await DESTROY.run(pool, { model, idHash: hashOf(id) });
    },
    async destroyOfGrant(model, grantId) {
      await DESTROY_OF_GRANT.run(pool, { model, grantId });
    },
    async change(sql, model, id, change) {
      const idHash = hashOf(id);
      const payload = openFirst(await LOCK.first(sql, { model, idHash }));
      const changed = payload && change(payload);
      if (!changed) return false;
      await REPLACE.run(sql, { model, idHash, payload: seal(model, idHash, changed) });
      return true;
    },
    async extend(sql, model, id, until) {
      await EXTEND.run(sql, { model, idHash: hashOf(id), until });
    },
  };
}
