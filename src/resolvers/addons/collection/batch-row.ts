import { hash } from 'node:crypto';
import { newId } from '../../../infrastructure/database/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { Activity, CollectedBatch, CollectingProject, DailyCounts } from '../../../types/collection.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { eventTime } from './event-time.ts';
import { createDailySums } from './merge-counts.ts';
import { dayOf } from './partitions.ts';
import type { StoredEvent } from './read-event.ts';
import { contentOf, type SentStructure, structureHash } from './structures/page-structure.ts';

/**
 * Delay that networks and retries explain, milliseconds. A larger one is corrected as a wrong
 * clock.
 */
const MAX_TRANSIT_MS = 5 * MINUTE_MS;

/** A validated batch as sent. */
export interface SentBatch {
  project: Pick<CollectingProject, 'id' | 'organizationId'>;
  sessionId: string;
  /** Empty if no page is known. */
  url: string;
  userAgent: string | null;
  /** By the visitor's clock, milliseconds. */
  sentAt: number;
  events: StoredEvent[];
  /** JSON of the events. */
  json: string;
  structure: SentStructure | null;
}

const COUNTER_BY_TYPE = new Map<string, keyof Activity>([
  ['page_view', 'views'],
  ['click', 'clicks'],
  ['hover', 'hovers'],
  ['input', 'inputs'],
]);

/**
 * Builds the row of a batch. Its day comes from its own timestamp if that is plausible, so that a
 * repeat lands in the same partition as the first one; otherwise it is the day of arrival.
 */
export function toBatchRow(sent: SentBatch, retentionDays: number, now = Date.now()): CollectedBatch {
  const { project, sessionId, url, userAgent, sentAt, structure } = sent;
  const isPlausible = sentAt > now - retentionDays * DAY_MS && sentAt < now + DAY_MS;
  // A timestamp in the future proves a wrong clock.
  const shiftMs = sentAt > now || now - sentAt > MAX_TRANSIT_MS ? now - sentAt : 0;
  const content = structure && 'whole' in structure ? contentOf(structure.whole) : null;
  const changes = structure && 'changes' in structure ? JSON.stringify(structure.changes) : null;
  const digestInput = `${sessionId}\n${sentAt}\n${url}\n${userAgent}\n${structure?.at}\n${sent.json}${content ?? changes ?? ''}`;
  return {
    id: newId(),
    projectId: project.id,
    organizationId: project.organizationId,
    day: dayOf(isPlausible ? sentAt : now),
    digest: hash('sha256', digestInput).slice(0, 32),
    sessionId,
    url,
    urlKey: url && normalizeUrl(url),
    userAgent,
    receivedAt: new Date(now),
    shiftMs,
    events: sent.json,
    eventCount: sent.events.length,
    counts: countsOf(sent.events, shiftMs, now),
    structure: content && structure ? { hash: structureHash(content), content, at: structure.at } : null,
    changes,
  };
}

/** Longest selector with counts of its own, UTF-16 code units. */
const MAX_SELECTOR = 1_024;
/** Size of one element's counts without its selector, which is part of the events too. */
const COUNTS_BYTES = 100;

/** Approximate memory of a pending batch, bytes. */
export const sizeOf = ({ events, counts, structure, changes }: CollectedBatch): number =>
  1_000 + 2 * events.length + COUNTS_BYTES * counts.length + (structure?.content.length ?? 0) + (changes?.length ?? 0);

function countsOf(events: StoredEvent[], shiftMs: number, now: number): DailyCounts[] {
  const sums = createDailySums();
  for (const { type, timestamp, elementMetadata } of events) {
    const counted = COUNTER_BY_TYPE.get(type);
    if (!counted) continue;
    const sum = sums.counterFor(dayOf(eventTime(timestamp, shiftMs, now)), selectorOf(elementMetadata));
    sum[counted] = (sum[counted] ?? 0) + 1;
  }
  return sums.all();
}

/**
 * Returns '', which stands for the page, if the selector is missing or too long to be stored
 * permanently.
 */
function selectorOf(metadata: StoredEvent['elementMetadata']): string {
  const selector = metadata?.selector;
  return typeof selector === 'string' && selector.length <= MAX_SELECTOR ? selector : '';
}
