import {
  CONTENT_TYPES,
  type ObjectKind,
  type ObjectStorage,
  objectKey,
} from '../../infrastructure/storage/object-storage.ts';
import type { Queryable } from '../../infrastructure/transaction.ts';

/** Takes the row's lock until the end of the transaction: meanwhile nobody removes the object. */
const CLAIM = `INSERT INTO stored_objects (key, size, content_type) VALUES ($1, $2, $3)
  ON CONFLICT (key) DO UPDATE SET size = excluded.size`;

/**
 * Keeps some bytes, in a transaction that then writes the row which names them. Equal bytes are one object.
 * @returns the key
 */
export async function storeObject(
  sql: Queryable,
  storage: ObjectStorage,
  bytes: Uint8Array,
  kind: ObjectKind,
): Promise<string> {
  const key = objectKey(bytes, kind);
  await sql.query(CLAIM, [key, bytes.length, CONTENT_TYPES[kind]]);
  await storage.put(key, bytes);
  return key;
}
