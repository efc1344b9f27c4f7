import type { AnchorState, SnapshotSource } from '../../../generated/prisma/client.ts';
import type { Capture } from '../../../infrastructure/capture/capture-request.ts';
import type { LocatedPin } from '../../../infrastructure/capture/page/locate-pins.ts';
import type { PageRecord } from '../../../infrastructure/capture/page-record.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Size } from '../../../infrastructure/images/tile-hashes.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { type Anchor, anchorAfter } from './anchor-after.ts';
import { applyAnchors } from './apply-anchors.ts';
import type { Pin } from './find-pins.ts';

/** What a capture has done for the annotations of its page, as it is stored with the snapshot: counts, or why there are none. */
export interface SweepOutcome {
  bound?: number;
  moved?: number;
  orphaned?: number;
  skipped?: string;
}

/**
 * Writes where the pins of a page are now, in the transaction of its snapshot.
 * @returns null when the page has none
 */
export async function sweepPins(
  sql: Queryable,
  sweep: {
    snapshot: { urlKey: string; organizationId: string; imageKey: string; source: SnapshotSource };
    pins: Pin[];
    capture: Pick<Capture, 'record' | 'located'>;
    /** Of the picture, image pixels. */
    size: Size;
  },
): Promise<SweepOutcome | null> {
  const { snapshot, pins, capture, size } = sweep;
  if (pins.length === 0) return null;
  const skipped = reasonToSkip(capture.record, snapshot.urlKey);
  if (skipped) return { skipped };
  const anchors = pins.flatMap((pin, index) => {
    const located = capture.located[index];
    return located && saysSomething(snapshot.source, located) ? [{ pin, anchor: anchorAfter(pin.state, located) }] : [];
  });
  const { scale, scroll } = capture.record;
  const window = { x: 0, y: 0, ...scroll, width: size.width / scale, height: size.height / scale };
  const picture = { imageKey: snapshot.imageKey, scale, window };
  await applyAnchors(sql, anchors, { picture, organizationId: snapshot.organizationId });
  return countStates(anchors.map(({ anchor }) => anchor));
}

/**
 * Nobody has asked for the picture of a commented page to be a sweep: what the visitor saw may be hidden from others, or in
 * windows of that size. It shows what it finds, and takes nothing from the pins that it does not.
 */
const saysSomething = (source: SnapshotSource, { state }: LocatedPin): boolean => source === 'api' || state === 'bound';

/** An error page, or one that visitors are sent to, says nothing of the pins: they would all be orphans. */
function reasonToSkip({ status, finalUrl }: PageRecord, urlKey: string): string | undefined {
  if (status !== null && (status < 200 || status > 299)) return `The page answered HTTP ${status}`;
  if (normalizeUrl(finalUrl) !== urlKey) return `The page led to ${finalUrl}`;
  return undefined;
}

/** Of what was written. One that a person has bound counts as bound for as long as it is found. */
function countStates(anchors: readonly Anchor[]): SweepOutcome {
  const count = (...wanted: AnchorState[]) => anchors.filter(({ state }) => wanted.includes(state)).length;
  return { bound: count('bound', 'rebound'), moved: count('moved'), orphaned: count('orphaned') };
}
