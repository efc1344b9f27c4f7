import type { Context } from '../../../context.ts';
import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { PinFingerprints } from '../../../infrastructure/capture/page/locate-pins.ts';

/** Annotations that one capture of a page looks for: the newest. */
const MAX_PINS = 1_000;

/** An annotation of a page, before a sweep. */
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
 * Every annotation of the page that says something of its element, resolved ones too. Until somebody rebinds it, its fingerprint
 * is the short form of what was captured with it, which says more.
 */
export async function findPins(ctx: Context, page: { projectId: string; urlKey: string }): Promise<Pin[]> {
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
