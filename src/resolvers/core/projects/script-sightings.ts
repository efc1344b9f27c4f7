import type pg from 'pg';
import type { Context } from '../../../context.ts';
import type { PageScript, ScriptSighting } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Logger } from '../../../infrastructure/telemetry/logger.ts';
import { createBatcher } from '../../../lib/batcher.ts';
import { createCoalescingRunner } from '../../../lib/coalescing-runner.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { oncePer } from '../../../lib/once-per.ts';
import type { ScriptSightings } from '../../../types/script-sightings.ts';

/** Origins per project and script; the most recently seen ones are kept. */
const MAX_ORIGINS = 50;
/** Time for which sightings are gathered before they are written, milliseconds. */
const GATHER_MS = 1_000;
/** Sightings that a process remembers, and those that wait for the next write. */
const MAX_REMEMBERED = 10_000;
const MAX_PENDING = 1_000;
/** Characters of an origin; a host name has at most 253. */
const MAX_ORIGIN = 270;

/** Rows in one order, so that concurrent processes do not deadlock. */
const WRITE = statement(
  'script-sightings/write',
  `INSERT INTO script_sightings AS s (project_id, script, origin)
  SELECT seen.project_id, seen.script, seen.origin
    FROM unnest($projectIds::uuid[], $scripts::"PageScript"[], $origins::text[]) AS seen(project_id, script, origin)
    JOIN projects p ON p.id = seen.project_id AND p.deleted_at IS NULL
   ORDER BY 1, 2, 3
  ON CONFLICT (project_id, script, origin) DO UPDATE SET last_seen_at = now()
   WHERE s.last_seen_at <= now() - interval '1 minute'
  RETURNING project_id AS "projectId"`,
);

const TRIM = statement(
  'script-sightings/trim',
  `DELETE FROM script_sightings s USING (
    SELECT project_id, script, origin, row_number() OVER (PARTITION BY project_id, script ORDER BY last_seen_at DESC, origin) AS rank
      FROM script_sightings WHERE project_id = ANY($changed::uuid[])
  ) old
  WHERE old.rank > ${MAX_ORIGINS} AND (s.project_id, s.script, s.origin) = (old.project_id, old.script, old.origin)`,
);

interface Sighting {
  projectId: string;
  script: PageScript;
  origin: string;
}

/**
 * Records from which origins the scripts of projects send requests. A request costs no statement:
 * sightings of a second are written together, each at most once a minute.
 */
export function createScriptSightings({
  pool,
  logger,
  publish,
  gatherMs = GATHER_MS,
  now = Date.now,
}: {
  pool: pg.Pool;
  logger: Pick<Logger, 'warn'>;
  /** Notifies subscribers of projects whose sightings changed. */
  publish: (projectIds: string[]) => Promise<void>;
  gatherMs?: number;
  now?: () => number;
}): ScriptSightings {
  /** Time of the last sighting that was passed to the database, by project, script and origin. */
  const recorded = new Map<string, number>();
  let pending: Sighting[] = [];

  async function write(): Promise<void> {
    const batch = pending;
    pending = [];
    const rows = await WRITE.rows(pool, {
      projectIds: batch.map(({ projectId }) => projectId),
      scripts: batch.map(({ script }) => script),
      origins: batch.map(({ origin }) => origin),
    });
    const changed = [...new Set(rows.map(({ projectId }) => projectId))];
    if (changed.length === 0) return;
    await TRIM.run(pool, { changed });
    await publish(changed);
  }
  const writer = createCoalescingRunner(
    write,
    (error) => logger.warn({ err: error }, 'sightings of scripts were not written'),
    { gatherMs },
  );

  return {
    record(script, projectId, origin) {
      if (origin === undefined || !isOrigin(origin) || pending.length >= MAX_PENDING) return;
      const key = `${projectId} ${script} ${origin}`;
      const at = now();
      if (at - (recorded.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
      recorded.delete(key);
      recorded.set(key, at);
      if (recorded.size > MAX_REMEMBERED) recorded.delete(recorded.keys().next().value ?? key);
      pending.push({ projectId, script, origin });
      writer.request();
    },
    flush: writer.flush,
  };
}

/** Whether a header has the form that browsers send; sandboxed pages send `null`. */
const isOrigin = (text: string): boolean =>
  text.length <= MAX_ORIGIN && /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

const OF_PROJECTS = statement(
  'script-sightings/of-projects',
  `SELECT project_id AS "projectId", script, origin, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
  FROM script_sightings WHERE project_id = ANY($projectIds::uuid[]) ORDER BY last_seen_at DESC, script, origin`,
);

/** Batched reader of a request. */
const readerOf = oncePer((ctx: Context<'pool'>) =>
  createBatcher(async (ids: string[]): Promise<ScriptSighting[][]> => {
    const rows = await OF_PROJECTS.rows(ctx.services.pool, { projectIds: [...new Set(ids)] });
    return ids.map((id) => rows.filter((row) => row.projectId === id));
  }, Infinity),
);

/**
 * Origins from which the scripts of a project were seen, the latest first. One statement reads the
 * projects of an execution step.
 */
export const scriptSightingsOf = (ctx: Context<'pool'>, projectId: string): Promise<ScriptSighting[]> =>
  readerOf(ctx)(projectId);
