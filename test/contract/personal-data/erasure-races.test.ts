// Costs 4 s.
import { beforeAll, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, PASSWORD, registerMember, type TestUser } from '../../support/factories.ts';
import { useOwner, useProject } from '../../support/use-owner.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
const owner = useOwner(app);
const project = useProject(app, owner);
let annotation: { id: string };

beforeAll(async () => {
  annotation = await createAnnotation(app, owner, project.id);
});

/** Requests of a member, and of others about the member. */
async function writesOf(member: TestUser): Promise<number[]> {
  const { organizationId } = owner;
  const by = async ({ token }: TestUser, method: string, path: string, body?: object) =>
    (await rest(app, method, path, { token, body })).status;
  const path = `/annotations/${annotation.id}`;
  return Promise.all([
    by(member, 'PATCH', '/auth/me', { name: 'New name' }),
    by(member, 'POST', '/annotation-views', { organizationId, name: 'All' }),
    by(member, 'POST', '/auth/access-tokens', { name: 'Script', preset: 'comment', allProjects: true }),
    by(member, 'POST', `${path}/comments`, { content: 'Mine' }),
    by(owner, 'POST', `${path}/comments`, { content: 'Yours', mentions: [member.id] }),
    by(owner, 'PUT', `${path}/assign`, { assigneeId: member.id }),
  ]);
}

test('writes of an account that is deleted meanwhile answer a conflict or that it was deleted, never 500', async () => {
  const member = await registerMember(app, owner.organizationId, 'editor');
  const lock = await app.services.pool.connect();
  await lock.query('BEGIN');
  await lock.query('DELETE FROM memberships WHERE user_id = $1', [member.id]);
  await lock.query('DELETE FROM users WHERE id = $1', [member.id]);
  // They read the account before its end, and write after it.
  const writes = writesOf(member);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await lock.query('COMMIT');
  lock.release();
  expect((await writes).filter((status) => status === 500)).toEqual([]);
});

test('an erasure that a deadlock rolls back is repeated', async () => {
  const member = await registerMember(app, owner.organizationId, 'editor');
  const other = await app.services.pool.connect();
  await other.query('BEGIN');
  await other.query("SET LOCAL deadlock_timeout = '10min'");
  await other.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [member.id]);
  const body = { currentPassword: PASSWORD };
  const erased = rest(app, 'POST', '/auth/me/erasure', { token: member.token, body });
  // The erasure locks the organization, and waits for the account.
  const waits = async () =>
    (
      await app.services.pool.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM users%'`,
      )
    ).rowCount;
  await expect.poll(waits).toBe(1);
  await other.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [owner.organizationId]);
  await other.query('COMMIT');
  other.release();
  expect((await erased).status).toBe(200);
});
