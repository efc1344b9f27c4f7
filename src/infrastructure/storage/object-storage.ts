import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Name of the object that contains the installation id. */
export const INSTALLATION_KEY = 'installation';

/** Content types by file extension. */
export const CONTENT_TYPES = {
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  /** Page record: gzipped JSON. */
  'json.gz': 'application/json',
} as const;

export type ObjectKind = keyof typeof CONTENT_TYPES;

/** Byte range of an object, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** The object does not exist. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(readonly key: string) {
    super(`object ${key} is missing from the storage`);
  }
}

/** The object exists, but its bytes have changed. */
export class ObjectDamaged extends ObjectMissing {
  override readonly message = `object ${this.key} is damaged: its bytes are not those that were stored`;
}

/** The storage cannot serve now; a later request can succeed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor(cause: Error & { code?: unknown }) {
    super(`the image storage cannot serve: ${cause.message || String(cause.code ?? cause.name)}`, { cause });
  }
}

/** Content-addressed storage: keys are hashes, objects are immutable. */
export interface ObjectStorage {
  /** Writes an object atomically and durably. A no-op if it exists. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Returns the bytes after checking their hash.
   * @throws ObjectMissing, ObjectDamaged
   */
  get(key: string): Promise<Buffer>;
  /**
   * Streams the bytes, or a range of them.
   * @throws ObjectMissing before the first byte
   */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes an object; a no-op if absent. */
  remove(key: string): Promise<void>;
  /**
   * Lists objects, unordered.
   * @param start key prefix of at least two digits
   */
  list(start?: string): AsyncIterable<ListedObject>;
  /** Reads the id of the installation that owns the storage; undefined if unset. */
  readInstallationId(): Promise<string | undefined>;
  /** Writes the installation id, which is not listed as an object. */
  writeInstallationId(id: string): Promise<void>;
  /** Location for logs: a directory, or an endpoint with its bucket. */
  readonly location: string;
}

/** Returns the key of these bytes. */
export const objectKey = (bytes: Uint8Array, kind: ObjectKind): string =>
  `${createHash('sha256').update(bytes).digest('hex')}.${kind}`;

/**
 * Returns the bytes if their hash matches the key.
 * @throws ObjectDamaged
 */
export function assertIntact(key: string, bytes: Buffer): Buffer {
  const kind = kindOf(key);
  if (!kind || objectKey(bytes, kind) !== key) throw new ObjectDamaged(key);
  return bytes;
}

/** Returns whether the key is that of bytes with this SHA-256, hexadecimal. */
export const isKeyOf = (key: string, hash: string): boolean => key.startsWith(`${hash}.`);

/** Returns the kind of an object by its key; undefined for text that is not a key. */
export function kindOf(key: string): ObjectKind | undefined {
  const extension = /^[0-9a-f]{64}\.([a-z.]{3,7})$/.exec(key)?.[1];
  return extension !== undefined && extension in CONTENT_TYPES ? (extension as ObjectKind) : undefined;
}
