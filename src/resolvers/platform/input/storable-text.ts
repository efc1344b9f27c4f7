import { z } from 'zod';

/** Whether PostgreSQL can store a text unchanged: no NUL, no lone surrogate. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Replaces characters that PostgreSQL cannot store, NUL and lone surrogates, by U+FFFD. */
export const storable = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '\ufffd');

/** Replacer for `JSON.stringify` that makes every text storable. */
export const storableTexts = (_key: string, value: unknown) => (typeof value === 'string' ? storable(value) : value);

export const UNSTORABLE = 'must not contain NUL or lone surrogate characters';
export const EMPTY = 'must not be empty';

export const storableText = (max: number) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, UNSTORABLE)
    .refine((text) => text.trim() !== '', EMPTY);
