import type { Context } from '../../../context.ts';
import type { AnchorState, SnapshotSource } from '../../../generated/prisma/client.ts';
import type { PinCandidate, PinFingerprints } from '../../../infrastructure/capture/located-pin.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { wantedTexts } from './wanted-texts.ts';

/** Max annotations per sweep, newest first. */
const MAX_PINS = 1_000;

/** An annotation to re-anchor. */
export interface Pin {
  id: string;
  state: AnchorState;
  /** Candidates of an orphan that are other elements. */
  rejected: PinCandidate[];
  checkedAt: Date;
  fingerprints: PinFingerprints;
  /** Whether it was written on the same page of another environment: its anchor stays. */
  isElsewhere: boolean;
}

/** Addresses of a page in the other environments of its project. */
const ELSEWHERE = statement(
  'find-pins/elsewhere',
  `SELECT e.url_key || substr($urlKey, length(own.url_key) + 1) AS "urlKey!"
   FROM environments own JOIN environments e ON e.project_id = own.project_id AND e.id <> own.id
  WHERE own.id = environment_of($projectId, $urlKey) ORDER BY e.created_at DESC, e.id LIMIT 20`,
);

/** The captured page whose annotations are looked for. */
interface SweptPage {
  projectId: string;
  urlKey: string;
  source: SnapshotSource;
  previewAnnotationId: string | null;
}

interface Row extends Omit<Pin, 'fingerprints'> {
  content: string;
  original: Record<string, unknown>;
  latest: Record<string, unknown> | null;
}

const FIND = statement(
  'find-pins/find',
  `SELECT id, content, anchor_state AS state, anchor_checked_at AS "checkedAt", latest_fingerprint AS latest,
            CASE WHEN anchor_state = 'orphaned' THEN anchor_candidates ELSE '[]' END AS "rejected!",
            CASE WHEN metadata @> dom_fingerprint THEN metadata - 'diagnostics' ELSE dom_fingerprint END AS "original!",
            url_key <> $urlKey AS "isElsewhere!"
       FROM annotations
      WHERE project_id = $projectId AND (url_key = $urlKey OR url_key = ANY($urlKeys::text[]) OR id = $previewAnnotationId?) AND deleted_at IS NULL AND dom_fingerprint <> '{}'
      ORDER BY url_key <> $urlKey, created_at DESC, id DESC LIMIT ${MAX_PINS}`,
).narrow<Pick<Row, 'original' | 'latest' | 'rejected'>>();

/**
 * Finds the page's annotations with a fingerprint, including resolved ones, and after them those of
 * the same page in other environments, except for a capture after a comment. A capture of a preview
 * host looks for the one that it checks. Until it is re-anchored by hand, an annotation's metadata
 * has the complete form of its fingerprint.
 */
export async function findPins(
  ctx: Context<'pool'>,
  { projectId, urlKey, source, previewAnnotationId }: SweptPage,
): Promise<Pin[]> {
  const { pool } = ctx.services;
  const elsewhere = source === 'comment' ? [] : await ELSEWHERE.rows(pool, { projectId, urlKey });
  const rows = await FIND.rows(pool, {
    projectId,
    urlKey,
    urlKeys: elsewhere.map((page) => page.urlKey),
    previewAnnotationId,
  });
  return rows.map(({ content, original, latest, ...pin }) => ({
    ...pin,
    fingerprints: (latest ? [latest, original] : [original]).map((fingerprint) => ({
      ...fingerprint,
      wantedTexts: wantedTexts(content),
    })),
  }));
}
