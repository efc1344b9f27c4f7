import type { Queryable } from '../../infrastructure/database/transaction.ts';
import { cancelPending } from '../addons/deliveries/delivery-transitions.ts';

/** Nothing is sent any more for what is deleted: neither to its webhooks nor to its integrations. */
export async function endWebhooks(sql: Queryable, of: 'organization_id' | 'project_id', id: string): Promise<void> {
  const { rows } = await sql.query<{ id: string }>(
    `UPDATE webhooks SET enabled = false, updated_at = now() WHERE ${of} = $1 RETURNING id`,
    [id],
  );
  await cancelPending(
    sql,
    rows.map((webhook) => webhook.id),
    'deleted',
  );
}
