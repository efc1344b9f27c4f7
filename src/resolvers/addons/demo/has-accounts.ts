import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';

const FIRST = statement(
  'has-accounts/first',
  `SELECT FROM users u
  WHERE NOT EXISTS (SELECT FROM demos d
                      LEFT JOIN memberships m ON m.organization_id = d.organization_id AND m.user_id = u.id
                     WHERE d.user_id = u.id OR m.id IS NOT NULL)
  LIMIT 1`,
);

/** Whether somebody has an account, besides the people of the demo. */
export async function hasAccounts(ctx: Context<'pool'>): Promise<boolean> {
  const { rowCount } = await FIRST.run(ctx.services.pool);
  return rowCount !== 0;
}
