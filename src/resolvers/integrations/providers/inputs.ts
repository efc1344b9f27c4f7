import { z } from 'zod';
import { LIMITS } from '../../input.ts';

/** A line of printable text. */
export const lineInput = (max: number) =>
  z
    .string('is required')
    .max(max, `must have at most ${max} characters`)
    .refine(
      (text) => /^[^\p{Cc}\p{Surrogate}\s]+(?: +[^\p{Cc}\p{Surrogate}\s]+)*$/u.test(text),
      'must be one line, not empty',
    );

/** What goes into a header as it is. */
export const tokenInput = z
  .string('is required')
  .max(1_024, 'must have at most 1024 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/** An address that is called: no credentials in it, which logs would show. */
export const addressInput = z
  .string('is required')
  .max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
  .refine(isPlainHttp, 'must be an http or https URL without user name, password and fragment');

/** The address of an API: paths are put behind it. */
export const baseUrlInput = addressInput
  .refine((url) => !URL.canParse(url) || new URL(url).search === '', 'must have no query')
  .transform((url) => url.replace(/\/+$/, ''));

function isPlainHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password && !hash;
}
