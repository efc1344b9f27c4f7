import type pg from 'pg';
import type { PageStructure } from './structure.ts';
import { contentOf, type StructureChanges, structureHash } from './structure.ts';

/** What a session told of changes in a page that it had told of whole. */
export interface SessionChange {
  projectId: string;
  sessionId: string;
  pageId: string;
  receivedAt: string;
  changes: StructureChanges;
}

const BASE = `SELECT s.structure_at::float8 AS at, p.content FROM page_session_structures s
  JOIN page_structures p ON p.project_id = s.project_id AND p.hash = s.hash
 WHERE s.project_id = $1 AND s.session_id = $2 AND s.page_id = $3`;

const STORE = `INSERT INTO page_structures (project_id, hash, content, created_at)
  VALUES ($1, decode($2, 'hex'), $3::json, now()) ON CONFLICT DO NOTHING`;

const SIGHT = `INSERT INTO page_sightings AS s (project_id, page_id, hash, first_seen_at, last_seen_at)
  VALUES ($1, $2, decode($3, 'hex'), $4, $4)
  ON CONFLICT (project_id, page_id, hash) DO UPDATE SET last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at)`;

const REMEMBER = `UPDATE page_session_structures SET hash = decode($4, 'hex'), seen_at = $5
 WHERE project_id = $1 AND session_id = $2 AND page_id = $3`;

/** Stores the page as the session sees it after its changes. Changes of a structure that did not arrive are dropped. */
export async function applyChanges(sql: pg.PoolClient, change: SessionChange): Promise<void> {
  const { projectId, sessionId, pageId, receivedAt, changes } = change;
  const { rows } = await sql.query<{ at: number; content: PageStructure }>(BASE, [projectId, sessionId, pageId]);
  const [base] = rows;
  if (!base || base.at !== changes.base) return;
  const content = contentOf(changed(base.content, changes));
  const hash = structureHash(content);
  await sql.query(STORE, [projectId, hash, content]);
  await sql.query(SIGHT, [projectId, pageId, hash, receivedAt]);
  await sql.query(REMEMBER, [projectId, sessionId, pageId, hash, receivedAt]);
}

/** Elements are known by their `ref` as long as a session stays on a page. */
function changed(base: PageStructure, { elements, removed, styles, ...rest }: StructureChanges): PageStructure {
  const gone = new Set<unknown>(removed);
  const replaced = new Map(elements.map((element) => [element.ref, element]));
  const kept = base.elements.flatMap((element) => {
    if (gone.has(element.ref)) return [];
    const fresh = replaced.get(element.ref);
    replaced.delete(element.ref);
    return [fresh ?? element];
  });
  return {
    ...base,
    ...(rest.title !== undefined && { title: rest.title }),
    elements: [...kept, ...replaced.values()],
    styles: [...(base.styles ?? []), ...(styles ?? [])],
  };
}
