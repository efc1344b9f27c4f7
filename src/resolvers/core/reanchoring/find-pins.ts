import type { Context } from '../../../context.ts';
import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { PinFingerprints } from '../../../infrastructure/capture/page/locate-pins.ts';

/** Max annotations per sweep, newest first. */
const MAX_PINS = 1_000;

/** An annotation to re-anchor. */
export interface Pin {
  id: string;
  state: AnchorState;
  checkedAt: Date;
  fingerprints: PinFingerprints;
}

interface Row extends Pick<Pin, 'id' | 'state' | 'checkedAt'> {
  original: Record<string, unknown>;
  latest: Record<string, unknown> | null;
}

/**
 * Finds the page's annotations with a fingerprint, including resolved ones. Until it is re-anchored
 * by hand, an annotation's metadata has the complete form of its fingerprint.
 */
export async function findPins(ctx: Context<'pool'>, page: { projectId: string; urlKey: string }): Promise<Pin[]> {
  const { rows } = await ctx.services.pool.query<Row>(
    `SELECT id, anchor_state AS state, anchor_checked_at AS "checkedAt", latest_fingerprint AS latest,
            CASE WHEN metadata @> dom_fingerprint THEN metadata - 'diagnostics' ELSE dom_fingerprint END AS original
       FROM annotations
      WHERE project_id = $1 AND url_key = $2 AND deleted_at IS NULL AND dom_fingerprint <> '{}'
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_PINS}`,
    [page.projectId, page.urlKey],
  );
  return rows.map(({ original, latest, ...pin }) => ({
    ...pin,
    fingerprints: latest ? [latest, original] : [original],
  }));
}
