import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionString } from '../../src/infrastructure/embedded-postgres/connection.ts';
import { readPassword } from '../../src/infrastructure/embedded-postgres/password.ts';
import { readPostmasterPid } from '../../src/infrastructure/embedded-postgres/postmaster.ts';
import type { Acknowledged } from './writer.ts';

/** Connects directly to the embedded PostgreSQL of a data directory. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const cluster = join(dataDir, 'postgres');
  const entry = await readPostmasterPid(cluster);
  const url = connectionString(entry?.port ?? 0, await readPassword(dataDir, cluster));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/**
 * Describes the problems of a project's annotations: acknowledged ones that are missing, duplicate
 * or changed; gaps in the numbers; events that are missing or duplicate.
 */
export async function auditDatabase(
  client: pg.Client,
  projectId: string,
  acknowledged: Acknowledged[],
): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await client.query<Acknowledged & { events: number; total: number }>(
    `SELECT a.id, a.number, a.content, p.annotation_count AS total, count(e.id)::int AS events
       FROM annotations a
       JOIN projects p ON p.id = a.project_id
       LEFT JOIN events e ON e.annotation_id = a.id AND e.type = 'comment.created'
      WHERE p.id = $1 GROUP BY a.id, p.id ORDER BY a.number`,
    [projectId],
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  for (const { id, number, content } of acknowledged) {
    const row = kept.get(id);
    if (!row) problems.push(`${content} was acknowledged and is missing`);
    else if (row.number !== number || row.content !== content) problems.push(`${content} is ${JSON.stringify(row)}`);
  }
  const contents = new Set<string>();
  for (const [index, { number, content, events }] of rows.entries()) {
    if (number !== index + 1) problems.push(`number ${index + 1} is ${number}`);
    if (events !== 1) problems.push(`${content} has ${events} events`);
    if (contents.has(content)) problems.push(`${content} is there twice`);
    contents.add(content);
  }
  const total = rows[0]?.total ?? 0;
  if (total !== rows.length) problems.push(`the project counts ${total} annotations and has ${rows.length}`);
  const { rows: strays } = await client.query(
    `SELECT id FROM events WHERE annotation_id IS NOT NULL AND annotation_id NOT IN (SELECT id FROM annotations)`,
  );
  if (strays.length > 0) problems.push(`${strays.length} events tell of annotations that are not there`);
  return problems.slice(0, 20);
}

/** Waits until all events are relayed. */
export async function waitUntilRelayed(client: pg.Client, withinMs: number): Promise<string[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      'SELECT count(*)::int AS left FROM events WHERE relayed_at IS NULL',
    );
    const left = rows[0]?.left ?? 0;
    if (left === 0) return [];
    if (performance.now() > deadline) return [`${left} events are not relayed after ${withinMs} ms`];
    await delay(50);
  }
}
