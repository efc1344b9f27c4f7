import { hash } from 'node:crypto';
import { newId } from '../../../infrastructure/database/ids.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import type { Activity, CollectedBatch, CollectingProject, DailyCounts } from '../../../types/collection.ts';
import { createDailySums } from '../../collection/daily-sums.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { eventTime } from './event-time.ts';
import { dayOf } from './partitions.ts';
import type { StoredEvent } from './read-event.ts';
import { contentOf, type SentStructure, structureHash } from './structures/page-structure.ts';

/** A clock that is no further behind than this is believed: networks and retries take their time. */
const BELIEVED_MS = 5 * MINUTE_MS;

/** What was sent at once, checked. */
export interface Sent {
  project: Pick<CollectingProject, 'id' | 'organizationId'>;
  sessionId: string;
  /** Empty where no page is known. */
  url: string;
  userAgent: string | null;
  /** By the visitor's clock, milliseconds. */
  sentAt: number;
  events: StoredEvent[];
  /** JSON of the events. */
  json: string;
  structure: SentStructure | null;
}

const COUNTED_AS = new Map<string, keyof Activity>([
  ['page_view', 'views'],
  ['click', 'clicks'],
  ['hover', 'hovers'],
  ['input', 'inputs'],
]);

/**
 * The rows of a batch. Its day follows from its own timestamp where that may be, so that a repeat meets the first in its
 * partition; else the clock is off and the day of arrival counts.
 */
export function makeBatch(sent: Sent, retentionDays: number, now = Date.now()): CollectedBatch {
  const { project, sessionId, url, userAgent, sentAt, structure } = sent;
  const isPlausible = sentAt > now - retentionDays * DAY_MS && sentAt < now + DAY_MS;
  // Nothing arrives before it was sent: a clock that is ahead is off for certain.
  const shiftMs = sentAt > now || now - sentAt > BELIEVED_MS ? now - sentAt : 0;
  const content = structure && 'whole' in structure ? contentOf(structure.whole) : null;
  const changes = structure && 'changes' in structure ? JSON.stringify(structure.changes) : null;
  const told = `${sessionId}\n${sentAt}\n${url}\n${userAgent}\n${structure?.at}\n${sent.json}${content ?? changes ?? ''}`;
  return {
    id: newId(),
    projectId: project.id,
    organizationId: project.organizationId,
    day: dayOf(isPlausible ? sentAt : now),
    digest: hash('sha256', told).slice(0, 32),
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

/** The longest selector that counts are kept for, UTF-16 code units. */
const COUNTED_SELECTOR = 1_024;
/** Of the counts of one element, besides its selector, which stands in the events too. */
const COUNTS_BYTES = 100;

/** Bytes that a batch takes while it waits, about. */
export const sizeOf = ({ events, counts, structure, changes }: CollectedBatch): number =>
  1_000 + 2 * events.length + COUNTS_BYTES * counts.length + (structure?.content.length ?? 0) + (changes?.length ?? 0);

function countsOf(events: StoredEvent[], shiftMs: number, now: number): DailyCounts[] {
  const sums = createDailySums();
  for (const { type, timestamp, elementMetadata } of events) {
    const counted = COUNTED_AS.get(type);
    if (!counted) continue;
    const sum = sums.of(dayOf(eventTime(timestamp, shiftMs, now)), selectorOf(elementMetadata));
    sum[counted] = (sum[counted] ?? 0) + 1;
  }
  return sums.all();
}

/** Empty, which is the page as a whole, where none was sent or one that is too long to be kept for good. */
function selectorOf(metadata: StoredEvent['elementMetadata']): string {
  const selector = metadata?.selector;
  return typeof selector === 'string' && selector.length <= COUNTED_SELECTOR ? selector : '';
}
