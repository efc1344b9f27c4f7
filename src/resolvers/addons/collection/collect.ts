import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badInput } from '../../../errors.ts';
import { orUnavailable } from '../../collection/availability.ts';
import { withinRoom } from '../../collection/within-room.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { storableText } from '../../platform/input/storable-text.ts';
import { makeBatch, type Sent, sizeOf } from './batch-row.ts';
import { NO_TIME, readEvents, readTime } from './read-event.ts';
import { redactUrl } from './redact-url.ts';
import { requireCollectingProject } from './require-collecting-project.ts';
import { readStructure } from './structures/read-structure.ts';

/** How much of what was sent is kept. */
export interface Accepted {
  accepted: number;
}

interface CollectArgs {
  projectKey?: string | null;
  timestamp: number;
  url: string;
  userAgent?: string | null;
  sessionId: string;
  snapshot?: object | null;
  events?: object[] | null;
}

export const sessionIdInput = storableText(LIMITS.sessionId);
const userAgentInput = storableText(LIMITS.userAgent);

const batchInput = z.object({
  timestamp: z.number().refine((value) => readTime(value) !== undefined, NO_TIME),
  url: urlInput,
  userAgent: userAgentInput.nullish(),
  sessionId: sessionIdInput,
});

/**
 * Keeps a batch of the embed script, whole or not at all; resolves when it is committed. A repeat is answered like the
 * first and stored once.
 * @throws UNAUTHENTICATED; FORBIDDEN, also when the plan has no room; BAD_USER_INPUT that names the event; UNAVAILABLE
 */
export async function collect(ctx: Context, { projectKey, snapshot, events, ...rest }: CollectArgs): Promise<Accepted> {
  const project = await requireCollectingProject(ctx, projectKey);
  const { timestamp, url, userAgent, sessionId } = parseInput(batchInput, rest);
  if (events && events.length > LIMITS.batchEvents) {
    throw badInput(`events: must list at most ${LIMITS.batchEvents} events; send more batches`);
  }
  const sentAt = readTime(timestamp) ?? 0;
  const sent: Sent = {
    project,
    sessionId,
    url: redactUrl(url),
    userAgent: userAgent ?? ctx.userAgent ?? null,
    sentAt,
    ...readEvents(events ?? [], sentAt),
    structure: snapshot ? readStructure(snapshot) : null,
  };
  if (project.respectDoNotTrack && ctx.doNotTrack) return { accepted: 0 };
  return keep(ctx, sent);
}

/**
 * Stores what was checked, with others that come at the same moment, as far as there is room.
 * @throws UNAVAILABLE, UNAUTHENTICATED, FORBIDDEN
 */
export async function keep(ctx: Context, sent: Sent): Promise<Accepted> {
  const { collection, config } = ctx.services;
  if (sent.events.length === 0 && !sent.structure) return { accepted: 0 };
  const batch = makeBatch(sent, config.collectRetentionDays);
  return orUnavailable(ctx, async () => {
    const kept = await withinRoom(ctx, batch);
    const accepted = kept.eventCount + (kept.structure || kept.changes ? 1 : 0);
    if (accepted > 0) await collection.batches.add(kept, sizeOf(kept));
    return { accepted };
  });
}
