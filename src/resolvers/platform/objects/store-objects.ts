import type pg from 'pg';
import type { Services } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { CONTENT_TYPES, type ObjectKind, objectKey } from '../../../infrastructure/storage/object-storage.ts';

/** Attempts when a concurrent removal deletes an object. */
const MAX_TRIES = 3;

/** Runs before the bytes are written: a removal from now on also deletes this row. */
const CLAIM = statement(
  'store-objects/claim',
  `INSERT INTO stored_objects (key, size, content_type) VALUES ($key, $size, $contentType)
  ON CONFLICT (key) DO UPDATE SET size = excluded.size
  RETURNING key, created_at AS "createdAt"`,
);

/** Locks the claimed rows that still exist. A row that was created again has another time. */
const LOCK = statement(
  'store-objects/lock',
  `SELECT o.key FROM stored_objects o
  JOIN unnest($keys::text[], $createdAts::timestamptz[]) AS c(key, created_at) ON c.key = o.key AND c.created_at = o.created_at
   FOR KEY SHARE OF o`,
);

interface NewObject {
  bytes: Uint8Array;
  kind: ObjectKind;
}

type Storing = Pick<Services, 'pool' | 'objects'>;

interface Claim {
  key: string;
  createdAt: Date;
}

type Keys<Objects extends readonly NewObject[]> = { [Each in keyof Objects]: string };

/**
 * Stores objects, then runs a transaction that references them. No database connection is held
 * while the storage writes. Equal bytes share one object. After an error, the sweep removes the
 * objects.
 *
 * @param write receives the keys in the order of the objects; its transaction may run twice
 */
export function storeObjects<const Objects extends readonly NewObject[], T>(
  services: Storing,
  objects: Objects,
  write: (sql: pg.PoolClient, keys: Keys<Objects>) => Promise<T>,
): Promise<T> {
  return withStoredObjects(services, objects, (lock) =>
    inTransaction(services.pool, async (sql) => write(sql, await lock(sql))),
  );
}

/**
 * Same as `storeObjects` for work with a transaction of its own.
 *
 * @param work must call `lock` in the transaction that references the objects, and may run twice
 */
export async function withStoredObjects<const Objects extends readonly NewObject[], T>(
  services: Storing,
  objects: Objects,
  work: (lock: (sql: Queryable) => Promise<Keys<Objects>>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const claims: Claim[] = [];
    for (const object of objects) claims.push(await put(services, object));
    const keys = claims.map(({ key }) => key) as Keys<Objects>;
    try {
      return await work(async (sql) => {
        await lockClaims(sql, claims);
        return keys;
      });
    } catch (error) {
      if (!(error instanceof ObjectRemoved) || tries === MAX_TRIES) throw error;
    }
  }
}

async function put({ pool, objects }: Storing, { bytes, kind }: NewObject): Promise<Claim> {
  const key = objectKey(bytes, kind);
  const rows = await CLAIM.rows(pool, { key, size: bytes.length, contentType: CONTENT_TYPES[kind] });
  await objects.put(key, bytes);
  const [claim] = rows;
  if (!claim) throw new Error(`no row was inserted for the object ${key}`);
  return claim;
}

async function lockClaims(sql: Queryable, claims: Claim[]): Promise<void> {
  const rows = await LOCK.rows(sql, {
    keys: claims.map(({ key }) => key),
    createdAts: claims.map(({ createdAt }) => createdAt),
  });
  const locked = new Set(rows.map(({ key }) => key));
  const removed = claims.find(({ key }) => !locked.has(key));
  if (removed) throw new ObjectRemoved(`the object ${removed.key} was removed concurrently`);
}

class ObjectRemoved extends Error {
  override readonly name = 'ObjectRemoved';
}
