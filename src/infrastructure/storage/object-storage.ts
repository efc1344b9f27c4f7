import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The name of the mark, beside the objects. */
export const MARK_NAME = 'installation';

/** What kinds of objects there are, by extension. */
export const CONTENT_TYPES = {
  png: 'image/png',
  webp: 'image/webp',
  /** A page record: JSON, compressed by gzip. */
  'json.gz': 'application/json',
} as const;

export type ObjectKind = keyof typeof CONTENT_TYPES;

/** A stretch of an object's bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** The object that a row names is not there. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(readonly key: string) {
    super(`object ${key} is missing from the storage`);
  }
}

/** The object that a row names is there, with other bytes than were stored. */
export class ObjectDamaged extends ObjectMissing {
  override readonly message = `object ${this.key} is damaged: its bytes are not those that were stored`;
}

/** Keeps immutable objects under the hash of their bytes: a key has one content for ever. */
export interface ObjectStorage {
  /** Writes it whole or not at all, and returns when it would outlive a power cut. One that is there already stays. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Its bytes, which are those that were stored. @throws ObjectMissing, ObjectDamaged */
  get(key: string): Promise<Buffer>;
  /** Its bytes, or a stretch of them, without holding them in memory. @throws ObjectMissing before the first byte */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Absent already is as good. */
  remove(key: string): Promise<void>;
  /** Every object, or those whose keys begin so, in no order. @param start two digits or more of a key */
  list(start?: string): AsyncIterable<ListedObject>;
  /** What `writeMark` wrote last: whose storage it is. Undefined where nothing stands. */
  readMark(): Promise<string | undefined>;
  /** Writes it beside the objects; it is none of them. */
  writeMark(mark: string): Promise<void>;
  /** Where objects are, for the log: a directory, or an endpoint and its bucket. */
  readonly place: string;
}

/** The key of some bytes. */
export const objectKey = (bytes: Uint8Array, kind: ObjectKind): string =>
  `${createHash('sha256').update(bytes).digest('hex')}.${kind}`;

/** The bytes, when they are those that the key was made of. @throws ObjectDamaged */
export function intact(key: string, bytes: Buffer): Buffer {
  const kind = kindOf(key);
  if (!kind || objectKey(bytes, kind) !== key) throw new ObjectDamaged(key);
  return bytes;
}

/** Whether it names bytes with this SHA-256, hexadecimal. */
export const isKeyOf = (key: string, hash: string): boolean => key.startsWith(`${hash}.`);

/** What a key names, or undefined for text that is no key. */
export function kindOf(key: string): ObjectKind | undefined {
  const extension = /^[0-9a-f]{64}\.([a-z.]{3,7})$/.exec(key)?.[1];
  return extension !== undefined && extension in CONTENT_TYPES ? (extension as ObjectKind) : undefined;
}
