import type { Context } from '../../context.ts';
import { invariant } from '../../errors.ts';
import { newId } from '../../infrastructure/ids.ts';
import { hashPassword } from '../../infrastructure/passwords.ts';
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
  const { db, pool } = ctx.services;
  const found = await findDemo(ctx);
  if (found) return found;
  const organizationId = newId();
  const created = await db.organization.createMany({
    data: [{ id: organizationId, name: 'Demo', slug: 'demo' }],
    skipDuplicates: true,
  });
  if (created.count === 1) {
    const passwordHash = await hashPassword(DEMO_LOGIN.password);
    const user = await db.user.upsert({
      where: { email: DEMO_LOGIN.email },
      create: { id: newId(), email: DEMO_LOGIN.email, name: 'Demo', passwordHash },
      update: {},
    });
    await db.membership.create({ data: { id: newId(), organizationId, userId: user.id, role: 'owner' } });
  }
  const organization = await db.organization.findUniqueOrThrow({ where: { slug: 'demo' } });
  await insertProject(pool, { organizationId: organization.id, name: 'Demo shop', slug: 'demo-shop' }).catch(
    async (error: unknown) => {
      if (!(await findDemo(ctx))) throw error;
    },
  );
  ctx.services.nudgeRelay();
  const demo = await findDemo(ctx);
  invariant(demo, 'the project was made above, by us or by a twin');
  return demo;
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
