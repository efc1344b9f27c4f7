import type pg from 'pg';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { CONTENT_TYPES, type ObjectKind, objectKey } from '../../../infrastructure/storage/object-storage.ts';
import type { Services } from '../../../services.ts';

/** How often objects are put that somebody removes meanwhile. */
const MAX_TRIES = 3;

/** Before the bytes are put: whoever removes the object from now on removes this row. */
const CLAIM = `INSERT INTO stored_objects (key, size, content_type) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET size = excluded.size
  RETURNING key, created_at AS "createdAt"`;

/** Those that nobody has removed since, and nobody can before the end of the transaction. A row made anew has a time of its own. */
const HOLD = `SELECT o.key FROM stored_objects o
  JOIN unnest($1::text[], $2::timestamptz[]) AS c(key, created_at) ON c.key = o.key AND c.created_at = o.created_at
   FOR KEY SHARE OF o`;

interface NewObject {
  bytes: Uint8Array;
  kind: ObjectKind;
}

type Storing = Pick<Services, 'pool' | 'objects'>;

interface Claim {
  key: string;
  createdAt: Date;
}

/**
 * Keeps some bytes, then writes what names them, in one transaction. Storage may be slow: no connection waits for it. Equal bytes
 * are one object. After a throw, what was kept is left to the sweep.
 * @param write gets the keys, in the order of the objects; its transaction may be made twice
 */
export async function storeObjects<const Objects extends readonly NewObject[], T>(
  services: Storing,
  objects: Objects,
  write: (sql: pg.PoolClient, keys: { [Each in keyof Objects]: string }) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const claims: Claim[] = [];
    for (const object of objects) claims.push(await put(services, object));
    const keys = claims.map(({ key }) => key) as { [Each in keyof Objects]: string };
    try {
      return await inTransaction(services.pool, async (sql) => {
        await hold(sql, claims);
        return write(sql, keys);
      });
    } catch (error) {
      if (!(error instanceof ObjectRemoved) || tries === MAX_TRIES) throw error;
    }
  }
}

async function put({ pool, objects }: Storing, { bytes, kind }: NewObject): Promise<Claim> {
  const key = objectKey(bytes, kind);
  const { rows } = await pool.query<Claim>(CLAIM, [key, bytes.length, CONTENT_TYPES[kind]]);
  await objects.put(key, bytes);
  const [claim] = rows;
  if (!claim) throw new Error(`no row was made for the object ${key}`);
  return claim;
}

async function hold(sql: pg.PoolClient, claims: Claim[]): Promise<void> {
  const { rows } = await sql.query<{ key: string }>(HOLD, [
    claims.map(({ key }) => key),
    claims.map(({ createdAt }) => createdAt),
  ]);
  const held = new Set(rows.map(({ key }) => key));
  const removed = claims.find(({ key }) => !held.has(key));
  if (removed) throw new ObjectRemoved(`the object ${removed.key} was removed while it was stored`);
}

class ObjectRemoved extends Error {
  override readonly name = 'ObjectRemoved';
}
