import { z } from 'zod';
import { trimTrailing } from '../../../../lib/trim-trailing.ts';
import { outboundUrlInput } from '../../../platform/input/outbound-url.ts';

/** One line of printable text. */
export const lineInput = (max: number) =>
  z
    .string('is required')
    .max(max, `must have at most ${max} characters`)
    .refine(
      (text) => /^[^\p{Cc}\p{Surrogate}\s]+(?: +[^\p{Cc}\p{Surrogate}\s]+)*$/u.test(text),
      'must be one line, not empty',
    );

/** Token that is sent in a header. */
export const tokenInput = z
  .string('is required')
  .max(1_024, 'must have at most 1024 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/** URL that requests are sent to. */
export const addressInput = z
  .string('is required')
  .pipe(outboundUrlInput)
  .refine((url) => !URL.parse(url)?.hash, 'must have no fragment');

/** Base URL of an API; paths are appended. */
export const baseUrlInput = addressInput
  .refine((url) => !URL.parse(url)?.search, 'must have no query')
  .transform((url) => trimTrailing(url, '/'));
