import type pg from 'pg';
import type { Context } from '../../../../context.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { mergeChanges } from './merge-changes.ts';
import { contentOf, type PageStructure, type StructureChanges, structureHash } from './page-structure.ts';

/** Ordered changes of a session to a page whose structure it has sent. */
export interface SessionChanges {
  projectId: string;
  sessionId: string;
  pageId: string;
  receivedAt: Date;
  changes: StructureChanges[];
}

/** Maximum size of a merged structure, bytes. */
const MERGED_BYTES = 2 * MIB;

interface Base {
  at: number;
  hash: string;
  whole: boolean;
  bytes: number;
  /** Null if the stored structure is too large. */
  content: PageStructure | null;
}

const BASE = statement(
  'store-merged-structure/base',
  `SELECT s.structure_at::float8 AS "at!", encode(p.hash, 'hex') AS "hash!", p.whole, p.bytes AS "bytes!",
       CASE WHEN p.bytes <= ${MERGED_BYTES} THEN p.content END AS content
  FROM page_session_structures s
  JOIN LATERAL (SELECT *, octet_length(content::text) AS bytes FROM page_structures WHERE project_id = $projectId AND hash = s.hash) AS p ON true
 WHERE s.project_id = $projectId AND s.session_id = $sessionId AND s.page_id = $pageId`,
).narrow<Pick<Base, 'content'>>();

/** Updates no row if the session has sent another structure meanwhile. */
const UPDATE_SESSION = statement(
  'store-merged-structure/update-session',
  `UPDATE page_session_structures SET hash = decode($hash, 'hex'), seen_at = $receivedAt
 WHERE project_id = $projectId AND session_id = $sessionId AND page_id = $pageId AND hash = decode($baseHash, 'hex') AND structure_at = $at`,
);

const STORE = statement(
  'store-merged-structure/store',
  `INSERT INTO page_structures (project_id, hash, content, created_at, whole)
  VALUES ($projectId, decode($hash, 'hex'), $content::json, now(), false) ON CONFLICT (project_id, hash) DO UPDATE SET told_at = now()`,
);

const STORE_SIGHTING = statement(
  'store-merged-structure/store-sighting',
  `INSERT INTO page_sightings AS s (project_id, page_id, hash, first_seen_at, last_seen_at)
  VALUES ($projectId, $pageId, decode($hash, 'hex'), $receivedAt, $receivedAt)
  ON CONFLICT (project_id, page_id, hash) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`,
);

/**
 * Delete the session's previous state, unless another session is in it or a page sent it as a
 * whole.
 */
const IS_PASSED = "project_id = $projectId AND hash = decode($hash, 'hex')";
const DELETE_PASSED = [
  statement(
    'store-merged-structure/delete-sighting',
    `DELETE FROM page_sightings WHERE page_id = $pageId AND ${IS_PASSED}
      AND EXISTS (SELECT FROM page_structures WHERE ${IS_PASSED} AND NOT whole)
      AND NOT EXISTS (SELECT FROM page_session_structures WHERE page_id = $pageId AND ${IS_PASSED})`,
  ),
  statement(
    'store-merged-structure/delete-structure',
    `DELETE FROM page_structures WHERE ${IS_PASSED} AND NOT whole AND $pageId::uuid IS NOT NULL
      AND NOT EXISTS (SELECT FROM page_sightings WHERE ${IS_PASSED})
      AND NOT EXISTS (SELECT FROM page_session_structures WHERE ${IS_PASSED})`,
  ),
];

/**
 * Stores a page as its session sees it after these changes. Intermediate states are deleted; the
 * structure that was sent as a whole stays. Drops changes whose base did not arrive and those over
 * the quota.
 */
export async function storeMergedStructure(
  ctx: Context<'collection' | 'metrics'>,
  sql: pg.PoolClient,
  session: SessionChanges,
): Promise<void> {
  const { projectId, sessionId, pageId, receivedAt } = session;
  const base = await BASE.first(sql, { projectId, sessionId, pageId });
  const changes = session.changes.filter((each) => each.base === base?.at);
  const { structuresLeftOut } = ctx.services.metrics;
  structuresLeftOut.inc({ reason: 'base' }, session.changes.length - changes.length);
  if (!base || changes.length === 0) return;
  const { structureQuota } = ctx.services.collection;
  // The first merged state counts entirely. Its base is reserved before the work is done.
  const first = base.whole ? base.bytes : 0;
  if (!(await structureQuota.consume(projectId, first)))
    return structuresLeftOut.inc({ reason: 'room' }, changes.length);
  const leaveOut = async (reason: string) => {
    structuresLeftOut.inc({ reason }, changes.length);
    await structureQuota.consume(projectId, -first);
  };
  const merged = base.content && mergeChanges(base.content, changes);
  const content = merged && merged !== base.content ? contentOf(merged) : '';
  const bytes = Buffer.byteLength(content);
  if (bytes === 0 || bytes > MERGED_BYTES) return leaveOut('size');
  if (!(await structureQuota.consume(projectId, Math.max(0, bytes - base.bytes)))) return leaveOut('room');
  const hash = structureHash(content);
  const sessionValues = { projectId, sessionId, pageId, hash, receivedAt, baseHash: base.hash, at: base.at };
  if ((await UPDATE_SESSION.run(sql, sessionValues)).rowCount === 0) return leaveOut('base');
  await STORE.run(sql, { projectId, hash, content });
  await STORE_SIGHTING.run(sql, { projectId, pageId, hash, receivedAt });
  if (base.whole || base.hash === hash) return;
  for (const remove of DELETE_PASSED) await remove.run(sql, { projectId, pageId, hash: base.hash });
}
