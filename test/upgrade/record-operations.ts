import { readdirSync } from 'node:fs';
import { systemContext } from '../../src/context.ts';
import { scheduledJobs } from '../../src/jobs/scheduled-jobs.ts';
import { callGraphql } from '../contract/support/call.ts';
import { inExecutionOrder, OPERATIONS, type Operation } from '../contract/support/operations.ts';
import { sampleFor } from '../contract/support/samples.ts';
import { waitUntilRelayed } from '../contract/support/sql-statements.ts';
import { createWorld, type World } from '../contract/support/world.ts';
import { createProject, registerUser } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';
import { recordStatements, type Trace } from './trace.ts';

export const MIGRATIONS = 'prisma/migrations';

/** Names of the migrations, oldest first. */
export const migrationNames = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => /^\d/.test(name))
    .sort();

/** Operations that would remove what the new release has to find; they get their own tenant. */
const ENDS_TENANT = ['deleteProject', 'deleteOrganization'];

/** Records the statements of every operation, called by an owner, and of every job. */
export async function recordOperations(app: TestApp): Promise<Trace> {
  let world: World | undefined;
  const recorded = await recordStatements(async () => {
    world = await createWorld(app);
    const { token } = world.owner;
    const call = async (operation: Operation) => {
      await callGraphql(app, operation, sampleFor(operation.name, world as World), { token });
      await waitUntilRelayed(app);
    };
    const isDeletion = ({ name }: Operation) => name.startsWith('delete');
    const operations = inExecutionOrder(OPERATIONS).filter(
      ({ kind, name }) => kind !== 'subscription' && !ENDS_TENANT.includes(name),
    );
    for (const operation of operations) if (!isDeletion(operation)) await call(operation);
    for (const { run } of scheduledJobs) await run(systemContext(app.services));
    for (const operation of operations) if (isDeletion(operation)) await call(operation);
    await endTenant(app);
  });
  if (!world) throw new Error('the recording ended before the first operation');
  return {
    migration: migrationNames().at(-1) ?? '',
    ownerId: world.owner.id,
    projectId: world.project.id,
    ...recorded,
  };
}

async function endTenant(app: TestApp): Promise<void> {
  const owner = await registerUser(app);
  const project = await createProject(app, owner);
  for (const operation of OPERATIONS.filter(({ name }) => ENDS_TENANT.includes(name))) {
    await callGraphql(app, operation, sampleFor(operation.name, { owner, project } as unknown as World), owner);
    await waitUntilRelayed(app);
  }
}
