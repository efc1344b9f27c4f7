import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isId } from '../../infrastructure/ids.ts';
import { withoutTrailing } from '../../without-trailing.ts';
import { SECRET_PREFIX } from '../deliveries/signatures.ts';
import { isPublicEventType, PUBLIC_EVENT_TYPES } from '../events/event-types.ts';

const MADE_BYTES = 24;
const MIN_BYTES = 24;
const MAX_BYTES = 64;
/** The prefix and base64 of the most bytes. */
const MAX_SECRET = SECRET_PREFIX.length + 4 * Math.ceil(MAX_BYTES / 3);

const eventType = z.string().refine(isPublicEventType, `must be one of ${PUBLIC_EVENT_TYPES.join(', ')}`);

export const eventsInput = z
  .array(eventType)
  .min(1, 'must name at least one event')
  .transform((events) => [...new Set(events)]);

export const secretInput = z
  .string()
  .max(MAX_SECRET, `must have at most ${MAX_SECRET} characters`)
  .refine(
    isSecret,
    `must be ${SECRET_PREFIX} followed by the base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes; leave it out to have one made`,
  );

/** Absent is the caller's first organization. */
export const idInput = z.string().refine(isId, 'must be a UUID').nullish();

export const newSecret = (): string => SECRET_PREFIX + randomBytes(MADE_BYTES).toString('base64');

function isSecret(text: string): boolean {
  const encoded = text.startsWith(SECRET_PREFIX) ? text.slice(SECRET_PREFIX.length) : '';
  const bytes = Buffer.from(encoded, 'base64');
  const isWhole = withoutTrailing(bytes.toString('base64'), '=') === withoutTrailing(encoded, '=');
  return isWhole && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES;
}
