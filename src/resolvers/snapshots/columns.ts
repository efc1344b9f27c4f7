import type { SnapshotRow } from '../../snapshot-update.ts';

const COLUMNS: Record<keyof SnapshotRow, string> = {
  id: 'id',
  projectId: 'project_id',
  environmentId: 'environment_id',
  url: 'url',
  urlKey: 'url_key',
  viewportWidth: 'viewport_width',
  viewportHeight: 'viewport_height',
  deviceScaleFactor: 'device_scale_factor',
  fullPage: 'full_page',
  waitForSelector: 'wait_for_selector',
  delay: 'delay',
  hideSelectors: 'hide_selectors',
  freeze: 'freeze',
  source: 'source',
  status: 'status',
  estimatedTime: 'estimated_time',
  error: 'error',
  attempts: 'attempts',
  leaseExpiresAt: 'lease_expires_at',
  leaseId: 'lease_id',
  title: 'title',
  finalUrl: 'final_url',
  httpStatus: 'http_status',
  durationMs: 'duration_ms',
  imageWidth: 'image_width',
  imageHeight: 'image_height',
  imageKey: 'image_key',
  thumbnailKey: 'thumbnail_key',
  recordKey: 'record_key',
  rebinding: 'rebinding',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  completedAt: 'completed_at',
};

/** The select list for `FROM snapshots s`: the shape that Prisma gives, without the hashes of tiles. */
export const SNAPSHOT_COLUMNS = Object.entries(COLUMNS)
  .map(([name, column]) => `s.${column} AS "${name}"`)
  .join(', ');
