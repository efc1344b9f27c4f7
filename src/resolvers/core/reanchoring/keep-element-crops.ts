import type { Context } from '../../../context.ts';
import { cutOut } from '../../../infrastructure/images/crop-image.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import { ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import { storeObjects } from '../../platform/objects/store-objects.ts';

/** Shown around an element, CSS pixels. */
const MARGIN = 40;
/** Of an element that is larger, its beginning, CSS pixels. */
const LARGEST = { width: 800, height: 600 };
/** Pictures that one sweep looks at. */
const BATCH = 1_000;

/** A condition on annotations `a`: it shows a picture that no snapshot of its project has any more. What was cut out is no PNG. */
const HAS_LOST_SNAPSHOT = `a.last_seen_image_key LIKE '%.png' AND NOT EXISTS (
  SELECT FROM snapshots s WHERE s.image_key = a.last_seen_image_key AND s.project_id = a.project_id)`;

const FIND = `SELECT id, last_seen_box AS box, last_seen_scale AS scale FROM annotations a
   WHERE a.last_seen_image_key = $1 AND ${HAS_LOST_SNAPSHOT} ORDER BY id`;

const REPLACE = `UPDATE annotations
     SET last_seen_image_key = $3, last_seen_box = $4, last_seen_at = CASE WHEN $3::text IS NULL THEN NULL ELSE last_seen_at END
   WHERE id = $1 AND last_seen_image_key = $2`;

interface Shown {
  id: string;
  box: Box;
  scale: number;
}

/**
 * A picture goes with its snapshot; annotations that were last seen on it keep of it their element alone. Call it when snapshots
 * are gone, before `freeObjects`. Ends when the process stops; the next sweep goes on.
 * @param keys of objects that snapshots named
 */
export async function keepElements(ctx: Context, keys: readonly (string | null)[]): Promise<void> {
  for (const key of new Set(keys)) {
    if (ctx.services.stopping.aborted) return;
    if (key?.endsWith('.png')) await keepElementsOf(ctx, key);
  }
}

/** The same for all that a process which ended has left behind. */
export async function keepLeftElements(ctx: Context): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ key: string }>(
    `SELECT DISTINCT last_seen_image_key AS key FROM annotations a WHERE ${HAS_LOST_SNAPSHOT} LIMIT ${BATCH}`,
  );
  await keepElements(
    ctx,
    rows.map(({ key }) => key),
  );
}

async function keepElementsOf(ctx: Context, key: string): Promise<void> {
  const { pool, objects, stopping } = ctx.services;
  const { rows: shown } = await pool.query<Shown>(FIND, [key]);
  if (shown.length === 0) return;
  const picture = await objects.get(key).catch((error: unknown) => {
    // The sweep of objects sees to it.
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  });
  if (!picture) return;
  const cuts = await cutOut(picture, shown.map(partOf)).catch((error: unknown) => {
    // It is what was stored, so that it will never be read: nothing of it can be kept.
    ctx.logger.warn({ err: error, key }, 'a stored picture cannot be read');
    return [];
  });
  for (const [index, { id, box, scale }] of shown.entries()) {
    if (stopping.aborted) return;
    const cut = cuts[index];
    const kept = cut ? ([{ bytes: cut.image, kind: 'webp' }] as const) : [];
    await storeObjects(ctx.services, kept, async (sql, [cutKey = null]) => {
      await sql.query(REPLACE, [id, key, cutKey, cut ? JSON.stringify(boxIn(cut.box, box, scale)) : null]);
    });
  }
}

function partOf({ box, scale }: Shown): Box {
  return {
    x: (box.x - MARGIN) * scale,
    y: (box.y - MARGIN) * scale,
    width: Math.min(box.width + 2 * MARGIN, LARGEST.width) * scale,
    height: Math.min(box.height + 2 * MARGIN, LARGEST.height) * scale,
  };
}

const boxIn = (cut: Box, box: Box, scale: number): Box => ({
  ...box,
  x: box.x - cut.x / scale,
  y: box.y - cut.y / scale,
});
