import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { storeObjects } from '../../../platform/objects/store-objects.ts';
import { readPicture } from './read-picture.ts';

/** Annotations per statement. */
const BATCH = 100;

const NEXT = statement(
  'move-pictures/next',
  `SELECT a.id, a.organization_id AS "organizationId!", a.metadata #>> '{diagnostics,picture}' AS url
  FROM pending_pictures p JOIN annotations a ON a.id = p.annotation_id
 WHERE p.annotation_id > $position ORDER BY p.annotation_id LIMIT ${BATCH}`,
);

interface PendingPicture {
  id: string;
  organizationId: string;
  url: string | null;
}

/** Leaves the times: for readers, the annotation is the same. */
const MOVE = statement(
  'move-pictures/move',
  `WITH moved AS (
    UPDATE annotations SET picture_key = $pictureKey, metadata = metadata #- '{diagnostics,picture}'
     WHERE id = $id AND metadata #>> '{diagnostics,picture}' = $url?
  )
  DELETE FROM pending_pictures WHERE annotation_id = $id`,
);

const SKIP = statement('move-pictures/skip', 'DELETE FROM pending_pictures WHERE annotation_id = $id');

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Moves the pictures of pending annotations from their metadata into the object storage, until none
 * are left or the process stops. A text that is not a readable picture stays where it is.
 *
 * @throws the error of the storage, or UNAVAILABLE; the next run continues
 */
export async function movePictures(ctx: Context<'objects' | 'pool' | 'stopping'>): Promise<void> {
  const { pool, stopping } = ctx.services;
  let position: string | undefined = FIRST_ID;
  while (position !== undefined && !stopping.aborted) {
    const rows: PendingPicture[] = await NEXT.rows(pool, { position });
    for (const row of rows) {
      if (stopping.aborted) return;
      await movePicture(ctx, row);
    }
    position = rows.at(-1)?.id;
  }
}

async function movePicture(
  ctx: Context<'objects' | 'pool'>,
  { id, organizationId, url }: PendingPicture,
): Promise<void> {
  const picture = url === null ? undefined : await readPicture(url, { organizationId, isMember: false });
  if (!picture) await SKIP.run(ctx.services.pool, { id });
  else {
    await storeObjects(ctx.services, [{ bytes: picture, kind: 'webp' }], async (sql, [key]) => {
      await MOVE.run(sql, { id, url, pictureKey: key });
    });
  }
}
