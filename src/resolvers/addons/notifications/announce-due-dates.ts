import type { Context } from '../../../context.ts';
import { newIds } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';

/** Annotations announced by one statement. */
const BATCH = 500;
/** Days before today whose due dates are announced late, after an outage of the workers. */
const LATE_DAYS = 2;

/**
 * Records the event of each annotation that is due and not resolved, once per due date. The index
 * of due dates begins with the organization.
 */
const ANNOUNCE = statement(
  'announce-due-dates/announce',
  `WITH due AS (
    SELECT o.id AS organization_id, a.id, a.project_id, a.visibility, a.due_on
      FROM organizations o
     CROSS JOIN LATERAL (
       SELECT a.id, a.project_id, a.visibility, a.due_on FROM annotations a
        WHERE a.organization_id = o.id AND a.deleted_at IS NULL AND a.status <> 'resolved'
          AND coalesce(a.due_on, 'infinity') BETWEEN $today::date - ${LATE_DAYS} AND $today::date
          AND NOT EXISTS (SELECT FROM due_notices n WHERE n.annotation_id = a.id AND n.due_on = a.due_on)) a
      JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
     WHERE o.deleted_at IS NULL LIMIT ${BATCH}
  ), noticed AS (
    INSERT INTO due_notices (annotation_id, due_on) SELECT id, due_on FROM due ORDER BY id
    ON CONFLICT (annotation_id) DO UPDATE SET due_on = excluded.due_on WHERE due_notices.due_on <> excluded.due_on
    RETURNING annotation_id
  ), numbered AS (
    SELECT due.*, row_number() OVER (ORDER BY due.id) AS n FROM due JOIN noticed ON noticed.annotation_id = due.id
  )
  INSERT INTO events (id, type, organization_id, project_id, annotation_id, visibility, data)
  SELECT ($ids::uuid[])[n], 'annotation.due', organization_id, project_id, id, visibility, '${NO_EVENT_DATA}' FROM numbered`,
);

const FORGET = statement(
  'announce-due-dates/forget',
  `DELETE FROM due_notices WHERE due_on < $today::date - ${LATE_DAYS}`,
);

/**
 * Announces the due dates of today, in UTC, as events that notify those who watch the annotations.
 * Any number of processes may run it.
 */
export async function announceDueDates(
  { services: { pool, stopping, wakeRelay } }: Context<'pool' | 'stopping' | 'wakeRelay'>,
  now = new Date(),
): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  let announced = BATCH;
  while (announced === BATCH && !stopping.aborted) {
    announced = (await ANNOUNCE.run(pool, { today, ids: newIds(BATCH) })).rowCount ?? 0;
    if (announced > 0) wakeRelay();
  }
  await FORGET.run(pool, { today });
}
