import type { Context } from '../../../context.ts';
import type { Capture } from '../../../infrastructure/capture/capture-request.ts';
import type { LocatedPin } from '../../../infrastructure/capture/located-pin.ts';
import { packRecord, stylesHashOf } from '../../../infrastructure/capture/page-record.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inspectImage } from '../../../infrastructure/images/inspect-image.ts';
import type { SnapshotRow } from '../../../types/snapshot-update.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { storable } from '../../platform/input/storable-text.ts';
import { storeObjects } from '../../platform/objects/store-objects.ts';
import { LeaseLost } from '../../platform/sql/lease.ts';
import type { CredentialsOfCapture } from '../environments/credentials-of-capture.ts';
import { withoutRejected } from '../reanchoring/anchor-after.ts';
import type { Pin } from '../reanchoring/find-pins.ts';
import { recordPins } from '../reanchoring/record-pins.ts';
import { sweepPins } from '../reanchoring/sweep-pins.ts';
import type { ClaimedSnapshot } from './claim-snapshot.ts';
import { SNAPSHOT_COLUMNS } from './require-snapshot.ts';
import { scriptObstacles } from './script-obstacles.ts';

/**
 * Applies only while this process holds the lease: the snapshot may have been deleted or taken
 * over.
 */
const COMPLETE = statement(
  'complete-snapshot/complete',
  `WITH s AS (
    UPDATE snapshots SET status = 'completed', error = NULL, lease_id = NULL, lease_expires_at = NULL,
           title = $title, final_url = $finalUrl, http_status = $status?, duration_ms = $durationMs, image_width = $width, image_height = $height,
           image_key = $imageKey, thumbnail_key = $thumbnailKey, record_key = $recordKey, tile_hashes = $tileHashes, rebinding = $rebinding?, browser = $browser,
           pending_requests = $pendingRequests, used_credentials = $usedCredentials, script_obstacles = $obstacles,
           styles_hash = $stylesHash, missing_features = $missingFeatures, is_cut = $isCut, completed_at = now(), updated_at = now()
     WHERE id = $id AND lease_id = $leaseId AND status = 'processing'
    RETURNING *
  )
  SELECT ${SNAPSHOT_COLUMNS} FROM s`,
);

/**
 * Stores picture, thumbnail and page record; then updates snapshot, pins and outbox in one
 * transaction.
 */
export async function completeSnapshot(
  ctx: Context<'config' | 'metrics' | 'objectUrls' | 'objects' | 'pool' | 'wakeRelay'>,
  claimed: ClaimedSnapshot,
  {
    capture: captured,
    pins,
    credentials,
  }: { capture: Capture; pins: Pin[]; credentials?: CredentialsOfCapture | undefined },
): Promise<void> {
  const capture = { ...captured, located: captured.located.map((pin, index) => settled(pins[index], pin)) };
  const { image, record } = capture;
  const { baseUrl, cdnUrl } = ctx.services.config.http;
  const viewport = { width: claimed.viewportWidth, height: claimed.viewportHeight };
  const obstacles = scriptObstacles(record, viewport, { scripts: cdnUrl, api: baseUrl });
  const [inspected, packed] = await Promise.all([inspectImage(image), packRecord(record)]);
  const stored = [
    { bytes: image, kind: 'png' },
    { bytes: inspected.thumbnail, kind: 'webp' },
    { bytes: packed, kind: 'json.gz' },
  ] as const;
  const completed = await storeObjects(ctx.services, stored, async (sql, [imageKey, thumbnailKey, recordKey]) => {
    const hidesContent = credentials !== undefined && !credentials.isShared;
    const sweep = { snapshot: { ...claimed, imageKey }, pins, capture, size: inspected, hidesContent };
    const rebinding = await sweepPins(sql, sweep);
    const snapshot = await COMPLETE.first(sql, {
      id: claimed.id,
      leaseId: claimed.leaseId,
      title: storable(record.title),
      finalUrl: storable(record.finalUrl),
      status: record.status,
      durationMs: record.durationMs,
      width: inspected.width,
      height: inspected.height,
      imageKey,
      thumbnailKey,
      recordKey,
      tileHashes: inspected.tileHashes,
      rebinding: rebinding && JSON.stringify(rebinding),
      browser: record.browser,
      pendingRequests: record.isComplete ? 0 : Math.max(1, record.pendingRequests?.length ?? 0),
      usedCredentials: credentials !== undefined,
      obstacles,
      stylesHash: stylesHashOf(record),
      missingFeatures: record.missingFeatures ?? [],
      isCut: record.isCut ?? false,
    });
    if (!snapshot) throw new LeaseLost();
    if (!rebinding?.skipped) await recordPins(sql, snapshot, pins, capture);
    const { id: snapshotId, projectId, organizationId } = claimed;
    const data = eventData(ctx, snapshot);
    await recordEvent(sql, { type: 'snapshot.completed', organizationId, projectId, snapshotId, data });
    return snapshot;
  });
  ctx.services.metrics.captures.observe({ outcome: completed.status }, record.durationMs / 1_000);
  ctx.services.wakeRelay();
}

const settled = (pin: Pin | undefined, located: LocatedPin): LocatedPin =>
  pin ? withoutRejected(pin, located) : located;

function eventData(ctx: Context<'objectUrls'>, snapshot: SnapshotRow): string {
  const { id, projectId, url, status, viewportWidth, viewportHeight, deviceScaleFactor, imageKey } = snapshot;
  return JSON.stringify({
    snapshot: {
      id,
      projectId,
      url,
      status,
      imageUrl: imageKey && ctx.services.objectUrls.urlOf(imageKey),
      viewport: { width: viewportWidth, height: viewportHeight, deviceScaleFactor },
      createdAt: snapshot.createdAt.toISOString(),
    },
    project: { id: projectId },
  });
}
