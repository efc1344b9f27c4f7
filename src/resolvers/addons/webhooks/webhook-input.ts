import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isId } from '../../../infrastructure/database/ids.ts';
import { isPublicEventType, PUBLIC_EVENT_TYPES } from '../../platform/events/event-types.ts';
import { SECRET_PREFIX } from '../deliveries/signatures.ts';

const GENERATED_BYTES = 24;
/** Characters, including the prefix. */
const MAX_SECRET = 256;
const SECRET = new RegExp(`^${SECRET_PREFIX}[!-~]+$`);

const eventType = z.string().refine(isPublicEventType, `must be one of ${PUBLIC_EVENT_TYPES.join(', ')}`);

export const eventsInput = z
  .array(eventType)
  .min(1, 'must name at least one event')
  .transform((events) => [...new Set(events)]);

export const secretInput = z
  .string()
  .max(MAX_SECRET, `must have at most ${MAX_SECRET} characters`)
  .regex(SECRET, `must be ${SECRET_PREFIX} followed by ASCII characters without spaces; omit it to generate one`);

export const idInput = z.string().refine(isId, 'must be a UUID').nullish();

export const newSecret = (): string => SECRET_PREFIX + randomBytes(GENERATED_BYTES).toString('base64');
