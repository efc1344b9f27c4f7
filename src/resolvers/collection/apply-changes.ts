import type pg from 'pg';
import { mergeChanges } from './merge-changes.ts';
import { contentOf, type PageStructure, type StructureChanges, structureHash } from './structure.ts';

/** What a session told of changes in a page that it had told of whole. */
export interface SessionChange {
  projectId: string;
  sessionId: string;
  pageId: string;
  receivedAt: Date;
  changes: StructureChanges;
}

const BASE = `SELECT s.structure_at::float8 AS at, encode(p.hash, 'hex') AS hash, p.whole, p.content
  FROM page_session_structures s JOIN page_structures p ON p.project_id = s.project_id AND p.hash = s.hash
 WHERE s.project_id = $1 AND s.session_id = $2 AND s.page_id = $3`;

const STORE = `INSERT INTO page_structures (project_id, hash, content, created_at, whole)
  VALUES ($1, decode($2, 'hex'), $3::json, now(), false) ON CONFLICT DO NOTHING`;

const SIGHT = `INSERT INTO page_sightings AS s (project_id, page_id, hash, first_seen_at, last_seen_at)
  VALUES ($1, $2, decode($3, 'hex'), $4, $4)
  ON CONFLICT (project_id, page_id, hash) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`;

const REMEMBER = `UPDATE page_session_structures SET hash = decode($4, 'hex'), seen_at = $5
 WHERE project_id = $1 AND session_id = $2 AND page_id = $3`;

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
 * Stores each page as its sessions see it after all of their changes; of the states before, only the whole one stays.
 * Changes of a structure that did not arrive are dropped.
 */
export async function applyChanges(sql: pg.PoolClient, changes: SessionChange[]): Promise<void> {
  for (const ofOne of bySession(changes)) await applyToSession(sql, ofOne);
}

async function applyToSession(sql: pg.PoolClient, given: SessionChange[]): Promise<void> {
  const latest = given.at(-1);
  if (!latest) return;
  const { projectId, sessionId, pageId, receivedAt } = latest;
  const { rows } = await sql.query<{ at: number; hash: string; whole: boolean; content: PageStructure }>(BASE, [
    projectId,
    sessionId,
    pageId,
  ]);
  const [base] = rows;
  const fitting = given.filter(({ changes }) => changes.base === base?.at);
  if (!base || fitting.length === 0) return;
  const content = contentOf(fitting.reduce((page, { changes }) => mergeChanges(page, changes), base.content));
  const hash = structureHash(content);
  await sql.query(STORE, [projectId, hash, content]);
  await sql.query(SIGHT, [projectId, pageId, hash, receivedAt]);
  await sql.query(REMEMBER, [projectId, sessionId, pageId, hash, receivedAt]);
  if (base.whole || base.hash === hash) return;
  for (const statement of FORGET) await sql.query(statement, [projectId, pageId, base.hash]);
}

/** Each session's changes of a page, in their order. */
function bySession(changes: SessionChange[]): SessionChange[][] {
  const groups = new Map<string, SessionChange[]>();
  for (const change of changes) {
    const key = `${change.projectId} ${change.pageId} ${change.sessionId}`;
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups.values()];
}
