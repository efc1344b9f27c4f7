import type pg from 'pg';
import type { Context } from '../../../../context.ts';
import { MIB } from '../../../../lib/bytes.ts';
import { mergeChanges } from './merge-changes.ts';
import { contentOf, type PageStructure, type StructureChanges, structureHash } from './page-structure.ts';

/** What a session told of changes in a page that it had told of whole, in their order. */
export interface SessionChanges {
  projectId: string;
  sessionId: string;
  pageId: string;
  receivedAt: Date;
  changes: StructureChanges[];
}

/** The most bytes of a structure with its changes. */
const MERGED_BYTES = 2 * MIB;

interface Base {
  at: number;
  hash: string;
  whole: boolean;
  bytes: number;
  /** Null for what was stored larger than it may be. */
  content: PageStructure | null;
}

const BASE = `SELECT s.structure_at::float8 AS at, encode(p.hash, 'hex') AS hash, p.whole, p.bytes,
       CASE WHEN p.bytes <= ${MERGED_BYTES} THEN p.content END AS content
  FROM page_session_structures s
  JOIN LATERAL (SELECT *, octet_length(content::text) AS bytes FROM page_structures WHERE project_id = $1 AND hash = s.hash) AS p ON true
 WHERE s.project_id = $1 AND s.session_id = $2 AND s.page_id = $3`;

/** Nothing, when the session has told of another one whole meanwhile. */
const REMEMBER = `UPDATE page_session_structures SET hash = decode($4, 'hex'), seen_at = $5
 WHERE project_id = $1 AND session_id = $2 AND page_id = $3 AND hash = decode($6, 'hex') AND structure_at = $7`;

const STORE = `INSERT INTO page_structures (project_id, hash, content, created_at, whole)
  VALUES ($1, decode($2, 'hex'), $3::json, now(), false) ON CONFLICT (project_id, hash) DO UPDATE SET told_at = now()`;

const SIGHT = `INSERT INTO page_sightings AS s (project_id, page_id, hash, first_seen_at, last_seen_at)
  VALUES ($1, $2, decode($3, 'hex'), $4, $4)
  ON CONFLICT (project_id, page_id, hash) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`;

/** A state that a session has passed, as long as no other session is at it and no page sent it whole. */
const FORGET = [
  `DELETE FROM page_sightings WHERE project_id = $1 AND page_id = $2 AND hash = decode($3, 'hex')
      AND EXISTS (SELECT FROM page_structures WHERE project_id = $1 AND hash = decode($3, 'hex') AND NOT whole)
      AND NOT EXISTS (SELECT FROM page_session_structures WHERE project_id = $1 AND page_id = $2 AND hash = decode($3, 'hex'))`,
  `DELETE FROM page_structures WHERE project_id = $1 AND hash = decode($3, 'hex') AND NOT whole AND $2::uuid IS NOT NULL
      AND NOT EXISTS (SELECT FROM page_sightings WHERE project_id = $1 AND hash = decode($3, 'hex'))
      AND NOT EXISTS (SELECT FROM page_session_structures WHERE project_id = $1 AND hash = decode($3, 'hex'))`,
];

/**
 * Stores a page as its session sees it after all of these changes; of the states before, only the whole one stays. Left out are
 * changes of a structure that did not arrive, and those that there is no room for.
 */
export async function mergeIntoStructure(ctx: Context, sql: pg.PoolClient, given: SessionChanges): Promise<void> {
  const { projectId, sessionId, pageId, receivedAt } = given;
  const { rows } = await sql.query<Base>(BASE, [projectId, sessionId, pageId]);
  const [base] = rows;
  const changes = given.changes.filter((each) => each.base === base?.at);
  const { structuresLeftOut } = ctx.services.metrics;
  structuresLeftOut.inc({ reason: 'base' }, given.changes.length - changes.length);
  if (!base || changes.length === 0) return;
  const { structureRoom } = ctx.services.collection;
  // A first state of its own takes room for all of it; asked before the work is done.
  const first = base.whole ? base.bytes : 0;
  if (!(await structureRoom.take(projectId, first))) return structuresLeftOut.inc({ reason: 'room' }, changes.length);
  const leaveOut = async (reason: string) => {
    structuresLeftOut.inc({ reason }, changes.length);
    await structureRoom.take(projectId, -first);
  };
  const merged = base.content && mergeChanges(base.content, changes);
  const content = merged && merged !== base.content ? contentOf(merged) : '';
  const bytes = Buffer.byteLength(content);
  if (bytes === 0 || bytes > MERGED_BYTES) return leaveOut('size');
  if (!(await structureRoom.take(projectId, Math.max(0, bytes - base.bytes)))) return leaveOut('room');
  const hash = structureHash(content);
  const remembered = [projectId, sessionId, pageId, hash, receivedAt, base.hash, base.at];
  if ((await sql.query(REMEMBER, remembered)).rowCount === 0) return leaveOut('base');
  await sql.query(STORE, [projectId, hash, content]);
  await sql.query(SIGHT, [projectId, pageId, hash, receivedAt]);
  if (base.whole || base.hash === hash) return;
  for (const statement of FORGET) await sql.query(statement, [projectId, pageId, base.hash]);
}
