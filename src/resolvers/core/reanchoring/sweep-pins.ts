import type { AnchorState, SnapshotSource } from '../../../generated/prisma/client.ts';
import type { Capture } from '../../../infrastructure/capture/capture-request.ts';
import type { LocatedPin } from '../../../infrastructure/capture/located-pin.ts';
import type { PageRecord } from '../../../infrastructure/capture/page-record.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Size } from '../../../infrastructure/images/tile-hashes.ts';
import { normalizeUrl } from '../../platform/input/page-url.ts';
import { type Anchor, nextAnchor } from './anchor-after.ts';
import { applyAnchors } from './apply-anchors.ts';
import type { Pin } from './find-pins.ts';

/** Outcome of a sweep, stored with the snapshot: counts, or the reason why it was skipped. */
export interface SweepOutcome {
  bound?: number;
  moved?: number;
  orphaned?: number;
  skipped?: string;
}

/**
 * Stores the anchors of a page's annotations, in the transaction of its snapshot.
 *
 * @returns null without annotations of the page
 */
export async function sweepPins(
  sql: Queryable,
  sweep: {
    snapshot: { urlKey: string; organizationId: string; imageKey: string; source: SnapshotSource };
    pins: Pin[];
    capture: Pick<Capture, 'record' | 'located'>;
    /** Size of the picture, image pixels. */
    size: Size;
    /** Whether outsiders, who read fingerprints, must not see what the page shows. */
    hidesContent: boolean;
  },
): Promise<SweepOutcome | null> {
  const { snapshot, pins, capture, size, hidesContent } = sweep;
  if (pins.length === 0) return null;
  const skipped = reasonToSkip(capture.record, snapshot.urlKey);
  if (skipped) return { skipped };
  if (pins.every(({ isElsewhere }) => isElsewhere)) return null;
  const anchors = pins.flatMap((pin, index) => {
    const located = capture.located[index];
    return located && !pin.isElsewhere && isConclusive(snapshot.source, located)
      ? [{ pin, anchor: nextAnchor(pin, located) }]
      : [];
  });
  const { scale, scroll } = capture.record;
  const window = { x: 0, y: 0, ...scroll, width: size.width / scale, height: size.height / scale };
  const picture = { imageKey: snapshot.imageKey, scale, window };
  await applyAnchors(sql, anchors, { picture, organizationId: snapshot.organizationId, hidesContent });
  return countStates(anchors.map(({ anchor }) => anchor));
}

/**
 * Whether a result may be stored. A snapshot after a comment may miss elements that only the
 * visitor saw, or only in another window size, so it binds pins but orphans none.
 */
const isConclusive = (source: SnapshotSource, { state }: LocatedPin): boolean =>
  source !== 'comment' || state === 'bound';

/** Skips error pages and redirects, on which all pins would be orphans. */
function reasonToSkip({ status, finalUrl }: PageRecord, urlKey: string): string | undefined {
  if (status !== null && (status < 200 || status > 299)) return `The page responded with HTTP ${status}`;
  if (normalizeUrl(finalUrl) !== urlKey) return `The page redirected to ${finalUrl}`;
  return undefined;
}

/** Counts the stored states; `rebound` counts as bound. */
function countStates(anchors: readonly Anchor[]): SweepOutcome {
  const count = (...wanted: AnchorState[]) => anchors.filter(({ state }) => wanted.includes(state)).length;
  return { bound: count('bound', 'rebound'), moved: count('moved'), orphaned: count('orphaned') };
}
