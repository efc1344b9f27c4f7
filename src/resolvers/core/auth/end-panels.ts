import type { Context } from '../../../context.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';

const CONDITIONS = {
  /** Id of the session. */
  session: 's.id = $1',
  /** Id of the login that they were opened from. */
  login: 's.login_id = $1',
  /** Id of the project, and the origins whose sessions stay. */
  unlisted: 's.project_id = $1 AND s.origin <> ALL($2::text[])',
} as const;

/** Ends sessions of the panel on customers' pages, and its open streams. */
export async function endPanels(
  sql: Queryable,
  of: keyof typeof CONDITIONS,
  ...values: [id: string, origins?: string[]]
): Promise<void> {
  const { rows } = await sql.query<{ organizationId: string }>(
    `DELETE FROM panel_sessions s USING projects p WHERE p.id = s.project_id AND ${CONDITIONS[of]}
      RETURNING p.organization_id AS "organizationId"`,
    values,
  );
  for (const id of new Set(rows.map(({ organizationId }) => organizationId))) await recordAccessChange(sql, id);
}

/** Ends the panels that were opened from a login. */
export async function endPanelsOfLogin(ctx: Context<'pool' | 'wakeRelay'>, loginId: string): Promise<void> {
  await inTransaction(ctx.services.pool, (sql) => endPanels(sql, 'login', loginId));
  ctx.services.wakeRelay();
}
