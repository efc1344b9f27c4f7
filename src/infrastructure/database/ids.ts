import { randomBytes } from 'node:crypto';
import { v7, validate } from 'uuid';

/** A new UUIDv7: ids sort by the time of their making. */
export const newId = (): string => v7();

/** For statements that write many rows. */
export const newIds = (count: number): string[] => Array.from({ length: count }, newId);

/** The least id of a moment, milliseconds since 1970. */
export const firstIdOf = (moment: number): string => v7({ msecs: moment, seq: 0, random: new Uint8Array(16) });

/** True for any well-formed UUID, whatever its version. */
export const isId = (value: unknown): value is string => typeof value === 'string' && validate(value);

/** `pk_` and 32 url-safe random characters (192 bits). */
export const newProjectKey = (): string => `pk_${randomBytes(24).toString('base64url')}`;

/** Whether it has the form of a project's key. */
export const isProjectKey = (value: string): boolean => /^pk_[\w-]{32}$/.test(value);
