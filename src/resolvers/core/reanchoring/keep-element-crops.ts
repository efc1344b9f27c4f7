import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { cropImage } from '../../../infrastructure/images/crop-image.ts';
import type { Box } from '../../../infrastructure/images/geometry.ts';
import { ObjectMissing } from '../../../infrastructure/storage/object-storage.ts';
import { storeObjects } from '../../platform/objects/store-objects.ts';

/** Margin around an element, CSS pixels. */
const MARGIN = 40;
/** Max size of a crop, CSS pixels, from the element's top left corner. */
const MAX_SIZE = { width: 800, height: 600 };
/** Pictures per sweep. */
const BATCH = 1_000;

/**
 * SQL condition on annotations `a`: no snapshot of the project has the picture any more. Crops are
 * not PNG files.
 */
const SHOWS_DELETED_SNAPSHOT = `a.last_seen_image_key LIKE '%.png' AND NOT EXISTS (
  SELECT FROM snapshots s WHERE s.image_key = a.last_seen_image_key AND s.project_id = a.project_id)`;

const FIND = statement(
  'keep-element-crops/find',
  `SELECT id, last_seen_box AS "box!", last_seen_scale AS scale FROM annotations a
   WHERE a.last_seen_image_key = $lastSeenImageKey AND ${SHOWS_DELETED_SNAPSHOT} ORDER BY id`,
).narrow<Pick<VisibleElement, 'box'>>();

const REPLACE = statement(
  'keep-element-crops/replace',
  `UPDATE annotations
     SET last_seen_image_key = $cutKey?, last_seen_box = $lastSeenBox?, last_seen_at = CASE WHEN $cutKey?::text IS NULL THEN NULL ELSE last_seen_at END
   WHERE id = $id AND last_seen_image_key = $lastSeenImageKey`,
);

interface VisibleElement {
  id: string;
  box: Box;
  scale: number;
}

/**
 * Stores crops of the elements that annotations show on pictures of deleted snapshots. Call it
 * after the deletion and before `freeObjects`. Ends when the process stops; the next sweep
 * continues.
 *
 * @param keys objects of the deleted snapshots
 */
export async function keepElementCrops(
  ctx: Context<'objects' | 'pool' | 'stopping'>,
  keys: readonly (string | null)[],
): Promise<void> {
  for (const key of new Set(keys)) {
    if (ctx.services.stopping.aborted) return;
    if (key?.endsWith('.png')) await keepElementCropsOf(ctx, key);
  }
}

const LEFT = statement(
  'keep-element-crops/left',
  `SELECT DISTINCT last_seen_image_key AS "key!" FROM annotations a WHERE ${SHOWS_DELETED_SNAPSHOT} LIMIT ${BATCH}`,
);

/** Does the same for pictures that a stopped process left. */
export async function keepRemainingElementCrops(ctx: Context<'objects' | 'pool' | 'stopping'>): Promise<void> {
  const rows = await LEFT.rows(ctx.services.pool);
  await keepElementCrops(
    ctx,
    rows.map(({ key }) => key),
  );
}

async function keepElementCropsOf(ctx: Context<'objects' | 'pool' | 'stopping'>, key: string): Promise<void> {
  const { pool, objects, stopping } = ctx.services;
  const shown = await FIND.rows(pool, { lastSeenImageKey: key });
  if (shown.length === 0) return;
  const picture = await objects.get(key).catch((error: unknown) => {
    // The object sweep handles it.
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  });
  if (!picture) return;
  const cuts = await cropImage(picture, shown.map(visiblePart)).catch((error: unknown) => {
    // The content cannot change, so a retry would fail too.
    ctx.logger.warn({ err: error, key }, 'stored picture not readable; no crops kept');
    return [];
  });
  for (const [index, { id, box, scale }] of shown.entries()) {
    if (stopping.aborted) return;
    const cut = cuts[index];
    const kept = cut ? ([{ bytes: cut.image, kind: 'webp' }] as const) : [];
    await storeObjects(ctx.services, kept, async (sql, [cutKey = null]) => {
      await REPLACE.run(sql, {
        id,
        lastSeenImageKey: key,
        cutKey,
        lastSeenBox: cut ? JSON.stringify(boxIn(cut.box, box, scale)) : null,
      });
    });
  }
}

/** Part of a picture that shows an element with a margin, in its pixels. */
function visiblePart({ box, scale }: Pick<VisibleElement, 'box' | 'scale'>): Box {
  return {
    x: (box.x - MARGIN) * scale,
    y: (box.y - MARGIN) * scale,
    width: Math.min(box.width + 2 * MARGIN, MAX_SIZE.width) * scale,
    height: Math.min(box.height + 2 * MARGIN, MAX_SIZE.height) * scale,
  };
}

const boxIn = (cut: Box, box: Box, scale: number): Box => ({
  ...box,
  x: box.x - cut.x / scale,
  y: box.y - cut.y / scale,
});
