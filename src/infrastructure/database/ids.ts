import { createHash, randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';

/** Returns a new UUIDv7; ids sort by creation time. */
export const newId = (): string => v7();

/** Returns new ids for a statement that writes many rows. */
export const newIds = (count: number): string[] => Array.from({ length: count }, newId);

/** Returns the smallest id of a time, ms since 1970. */
export const firstIdOf = (moment: number): string => v7({ msecs: moment, seq: 0, random: new Uint8Array(16) });

/** Returns the id that belongs to an id and a name: always the same, and of the same time. */
export function derivedId(id: string, name: string): string {
  const msecs = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const random = createHash('sha256').update(`${id} ${name}`).digest().subarray(0, 16);
  return v7({ msecs, seq: random.readUInt32BE(0), random });
}

/** Returns whether the value is a UUID of any version. */
export const isId = (value: unknown): value is string => typeof value === 'string' && validate(value);

/** Returns the 22 URL-safe characters of an id. */
export const shortId = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** Returns the id of such characters; undefined for another text. */
export function idOfShort(short: string): string | undefined {
  if (!/^[\w-]{22}$/.test(short)) return undefined;
  const hex = Buffer.from(short, 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return isId(id) && shortId(id) === short ? id : undefined;
}

/** Returns `pk_` and 32 URL-safe random characters (192 bits). */
export const newProjectKey = (): string => `pk_${randomBytes(24).toString('base64url')}`;

/** Returns whether the value has the format of a project key. */
export const isProjectKey = (value: string): boolean => /^pk_[\w-]{32}$/.test(value);
