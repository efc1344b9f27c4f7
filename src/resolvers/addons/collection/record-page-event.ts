import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { type Accepted, keep, sessionIdInput } from './collect.ts';
import { NO_TIME, readTime } from './read-event.ts';
import { redactUrl } from './redact-url.ts';
import { requireCollectingProject } from './require-collecting-project.ts';

const eventInput = z.object({
  type: z
    .string()
    .max(LIMITS.eventType, `must have at most ${LIMITS.eventType} characters`)
    .regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and underscores, such as page_view'),
  data: jsonObjectInput,
});

/** The members of `data` that we know. */
const dataInput = z.object({
  url: urlInput.nullish(),
  sessionId: sessionIdInput.nullish(),
  timestamp: z
    .number()
    .refine((value) => readTime(value) !== undefined, NO_TIME)
    .nullish(),
});

/** The page that sends, as far as the browser tells; else none, as an empty text. */
function pageOf({ referer, origin }: Context): string {
  return [referer, origin].find((url) => urlInput.safeParse(url).success) ?? '';
}

/**
 * Keeps one event of a page as a whole, such as page_view. With sessionId and timestamp, a repeat is stored once.
 * @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, UNAVAILABLE
 */
export async function recordPageEvent(
  ctx: Context,
  args: { projectKey?: string | null; type: string; data?: unknown },
): Promise<Accepted> {
  const project = await requireCollectingProject(ctx, args.projectKey);
  const { type, data }: { type: string; data: JsonObject } = parseInput(eventInput, args);
  const known = parseInput(z.object({ data: dataInput }), { data }).data;
  if (project.respectDoNotTrack && ctx.doNotTrack) return { accepted: 0 };
  const timestamp = readTime(known.timestamp) ?? Date.now();
  const url = redactUrl(known.url ?? pageOf(ctx));
  const events = [{ type, timestamp, data: known.url == null ? data : { ...data, url } }];
  return keep(ctx, {
    project,
    // Without a session nothing says that two of these are one.
    sessionId: known.sessionId ?? newId(),
    url,
    userAgent: ctx.userAgent ?? null,
    sentAt: timestamp,
    events,
    json: JSON.stringify(events),
    structure: null,
  });
}
