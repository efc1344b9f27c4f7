import type { Context } from '../../context.ts';
import type { Mail } from '../../infrastructure/mail.ts';

const ADMINS = `SELECT u.email, u.name, o.name AS organization
  FROM memberships m JOIN users u ON u.id = m.user_id JOIN organizations o ON o.id = m.organization_id
  WHERE m.organization_id = $1 AND m.role IN ('owner', 'admin')`;

/** Mails each admin and owner of an organization. @param write gets the name of the organization too */
export async function tellAdmins(
  ctx: Context,
  organizationId: string,
  write: (to: { email: string; name: string }, organization: string) => Mail,
): Promise<void> {
  const { rows } = await ctx.services.pool.query<{ email: string; name: string; organization: string }>(ADMINS, [
    organizationId,
  ]);
  for (const { organization, ...to } of rows) await ctx.services.mail.send(write(to, organization));
}
