import { z } from 'zod';

/** PostgreSQL stores no NUL, and UTF-8 has no half of a surrogate pair: it would be stored as another character. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** A text from elsewhere, as PostgreSQL stores it: neither NUL nor half a character. */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');

export const UNSTORABLE = 'must not contain NUL or lone surrogate characters';
export const EMPTY = 'must not be empty';

export const storableText = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, UNSTORABLE)
    .refine((text) => text.trim() !== '', EMPTY);
