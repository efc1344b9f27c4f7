import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField } from '../../../errors.ts';
import type { CollectingProject } from '../../../types/collection.ts';
import { urlInput } from '../../platform/input/fields.ts';
import { LIMITS } from '../../platform/input/limits.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { redactUrl } from '../../platform/input/redact-url.ts';
import { storableText } from '../../platform/input/storable-text.ts';
import { orUnavailable } from '../../platform/sql/availability.ts';
import { applyQuota } from './apply-quota.ts';
import { type SentBatch, sizeOf, toBatchRow } from './batch-row.ts';
import { consumeNetworkShare } from './network-share.ts';
import { INVALID_TIME, readEvents, readTime } from './read-event.ts';
import { requireCollectingProject, requireCollectingProjectOfPath } from './require-collecting-project.ts';
import { readStructure } from './structures/read-structure.ts';

/** Number of stored items of a request. */
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
  timestamp: z.number().refine((value) => readTime(value) !== undefined, INVALID_TIME),
  url: urlInput,
  userAgent: userAgentInput.nullish(),
  sessionId: sessionIdInput,
});

/**
 * Stores a batch of the embed script, entirely or not at all; resolves after the commit. A repeat
 * gets the same response and is stored once.
 *
 * @throws UNAUTHENTICATED, UNAVAILABLE
 * @throws FORBIDDEN, also if the plan's quota or the network's share of it is used up
 * @throws BAD_USER_INPUT, naming the event
 */
export async function collect(
  ctx: Context<'collection' | 'config' | 'metrics' | 'rateLimitStore' | 'scriptSightings'>,
  { projectKey, snapshot, events, ...rest }: CollectArgs,
): Promise<Accepted> {
  const project = await requireCollectingProject(ctx, projectKey);
  ctx.services.scriptSightings.record('embed', project.id, ctx.origin);
  const { timestamp, url, userAgent, sessionId } = parseInput(batchInput, rest);
  if (events && events.length > LIMITS.batchEvents) {
    throw badField('events', `must list at most ${LIMITS.batchEvents} events; send more batches`, 'out_of_range');
  }
  const sentAt = readTime(timestamp) ?? 0;
  const sent: SentBatch = {
    project,
    sessionId,
    url: redactUrl(url),
    userAgent: userAgent ?? ctx.userAgent ?? null,
    sentAt,
    ...readEvents(events ?? [], sentAt),
    structure: snapshot ? readStructure(snapshot) : null,
  };
  if (project.respectDoNotTrack && ctx.doNotTrack) return { accepted: 0 };
  return storeSentBatch(ctx, project, sent);
}

/**
 * Stores a validated batch within the quotas. Batches of concurrent requests share a group commit.
 *
 * @throws UNAVAILABLE, UNAUTHENTICATED, FORBIDDEN
 */
export async function storeSentBatch(
  ctx: Context<'collection' | 'config' | 'metrics' | 'rateLimitStore'>,
  project: CollectingProject,
  sent: SentBatch,
): Promise<Accepted> {
  const { collection, config } = ctx.services;
  if (sent.events.length === 0 && !sent.structure) return { accepted: 0 };
  await consumeNetworkShare(ctx, project, sent.events.length);
  const batch = toBatchRow(sent, config.collectRetentionDays);
  return orUnavailable(ctx, async () => {
    const kept = await applyQuota(ctx, batch);
    const accepted = kept.eventCount + (kept.structure || kept.changes ? 1 : 0);
    if (accepted > 0) await collection.batches.add(kept, sizeOf(kept));
    return { accepted };
  });
}

/**
 * Reads the settings that the embed script needs before it collects from a visitor who sends Do Not
 * Track.
 *
 * @throws NOT_FOUND, FORBIDDEN, UNAVAILABLE
 */
export async function getCollectSettings(
  ctx: Context<'collection'>,
  projectKey: string,
): Promise<{ respectDoNotTrack: boolean }> {
  const { respectDoNotTrack } = await requireCollectingProjectOfPath(ctx, projectKey);
  return { respectDoNotTrack };
}
