import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../infrastructure/database/transaction.ts';
import { recordAccessChange } from '../../platform/events/record-event.ts';

/** Sessions by id, by the login that they were opened from, or by project and origins that stay. */
interface EndedPanels {
  id?: string;
  loginId?: string;
  projectId?: string;
  kept?: string[];
}

const END = statement(
  'end-panels/end',
  `DELETE FROM panel_sessions s USING projects p
  WHERE p.id = s.project_id AND (s.id = $id?::uuid OR s.login_id = $loginId?::uuid
        OR (s.project_id = $projectId?::uuid AND s.origin <> ALL($kept?::text[])))
  RETURNING p.organization_id AS "organizationId"`,
);

/** Ends sessions of the panel on customers' pages, and its open streams. */
export async function endPanels(sql: Queryable, ended: EndedPanels): Promise<void> {
  const rows = await END.rows(sql, ended);
  for (const id of new Set(rows.map(({ organizationId }) => organizationId))) await recordAccessChange(sql, id);
}

/** Ends the panels that were opened from a login. */
export async function endPanelsOfLogin(ctx: Context<'pool' | 'wakeRelay'>, loginId: string): Promise<void> {
  await inTransaction(ctx.services.pool, (sql) => endPanels(sql, { loginId }));
  ctx.services.wakeRelay();
}
