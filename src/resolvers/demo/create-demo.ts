import type pg from 'pg';
import type { Context } from '../../context.ts';
import { invariant } from '../../errors.ts';
import { newId } from '../../infrastructure/ids.ts';
import { hashPassword } from '../../infrastructure/passwords.ts';
import { inTransaction } from '../../infrastructure/transaction.ts';
import { insertProject } from '../projects/create-project.ts';

/** Printed at start and shown in GraphiQL: a login for a first look, never made in production. */
export const DEMO_LOGIN = { email: 'demo@pinbound.example', password: 'pinbound-demo' };

export interface Demo {
  userId: string;
  projectId: string;
  projectKey: string;
}

/** The demo organization's project, made on the first start. Starting again, or twice at once, makes no second one. */
export async function ensureDemo(ctx: Context): Promise<Demo> {
  const found = await findDemo(ctx);
  if (found) return found;
  const passwordHash = await hashPassword(DEMO_LOGIN.password);
  await inTransaction(ctx.services.pool, async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('pinbound demo'))");
    if (!(await findDemo(ctx))) await insertDemo(sql, passwordHash);
  });
  ctx.services.nudgeRelay();
  const demo = await findDemo(ctx);
  invariant(demo, 'it was made above, by us or by a twin');
  return demo;
}

/** Whatever part of it was deleted is made again. */
async function insertDemo(client: pg.PoolClient, passwordHash: string): Promise<void> {
  const { rows: organizations } = await client.query<{ id: string }>(
    `INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'Demo', 'demo', now())
     ON CONFLICT (slug) DO UPDATE SET updated_at = now() RETURNING id`,
    [newId()],
  );
  const { rows: users } = await client.query<{ id: string }>(
    `INSERT INTO users (id, email, name, password_hash, updated_at) VALUES ($1, $2, 'Demo', $3, now())
     ON CONFLICT (email) DO UPDATE SET updated_at = now() RETURNING id`,
    [newId(), DEMO_LOGIN.email, passwordHash],
  );
  const organizationId = organizations[0]?.id ?? '';
  await client.query(
    `INSERT INTO memberships (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'owner')
     ON CONFLICT (organization_id, user_id) DO UPDATE SET role = 'owner'`,
    [newId(), organizationId, users[0]?.id],
  );
  const { rowCount } = await client.query(
    "SELECT 1 FROM projects WHERE organization_id = $1 AND slug = 'demo-shop' AND deleted_at IS NULL",
    [organizationId],
  );
  if (rowCount === 0) await insertProject(client, { organizationId, name: 'Demo shop', slug: 'demo-shop' });
}

async function findDemo(ctx: Context): Promise<Demo | undefined> {
  const project = await ctx.services.db.project.findFirst({
    where: { slug: 'demo-shop', deletedAt: null, organization: { slug: 'demo' } },
    select: {
      id: true,
      projectKey: true,
      organization: { select: { memberships: { where: { role: 'owner' }, select: { userId: true }, take: 1 } } },
    },
  });
  const userId = project?.organization.memberships[0]?.userId;
  return project && userId ? { userId, projectId: project.id, projectKey: project.projectKey } : undefined;
}
