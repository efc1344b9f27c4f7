import { z } from 'zod';
import type { CallContext, Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { redactUrl } from '../../platform/input/redact-url.ts';
import { type Accepted, sessionIdInput, storeSentBatch } from './collect.ts';
import { INVALID_TIME, readTime } from './read-event.ts';
import { requireCollectingProject } from './require-collecting-project.ts';

const eventInput = z.object({
  type: z
    .string()
    .max(LIMITS.eventType, `must have at most ${LIMITS.eventType} characters`)
    .regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and underscores, such as page_view'),
  data: jsonObjectInput,
});

/** Known members of `data`. */
const dataInput = z.object({
  url: urlInput.nullish(),
  sessionId: sessionIdInput.nullish(),
  timestamp: z
    .number()
    .refine((value) => readTime(value) !== undefined, INVALID_TIME)
    .nullish(),
});

/** URL of the sending page from the request headers; '' if unknown. */
function pageOf({ referer, origin }: CallContext): string {
  return [referer, origin].find((url) => urlInput.safeParse(url).success) ?? '';
}

/**
 * Stores one event of a whole page, such as page_view. With sessionId and timestamp, a repeat is
 * stored once.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, UNAVAILABLE
 */
export async function recordPageEvent(
  ctx: Context<'collection' | 'config' | 'metrics' | 'rateLimitStore'>,
  args: { projectKey?: string | null; type: string; data?: unknown },
): Promise<Accepted> {
  const project = await requireCollectingProject(ctx, args.projectKey);
  const { type, data }: { type: string; data: JsonObject } = parseInput(eventInput, args);
  const known = parseInput(z.object({ data: dataInput }), { data }).data;
  if (project.respectDoNotTrack && ctx.doNotTrack) return { accepted: 0 };
  const timestamp = readTime(known.timestamp) ?? Date.now();
  const url = redactUrl(known.url ?? pageOf(ctx));
  const events = [{ type, timestamp, data: known.url == null ? data : { ...data, url } }];
  return storeSentBatch(ctx, project, {
    project,
    // Without a session, equal events are never repeats.
    sessionId: known.sessionId ?? newId(),
    url,
    userAgent: ctx.userAgent ?? null,
    sentAt: timestamp,
    events,
    json: JSON.stringify(events),
    structure: null,
  });
}
