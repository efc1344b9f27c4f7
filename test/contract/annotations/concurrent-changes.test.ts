import { beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { createWorld, type World } from '../support/world.ts';

const ROUNDS = 8;
const AT_ONCE = 8;

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

const call = async (method: string, path: string, body?: object) => {
  const response = await rest(app, method, `/annotations${path}`, { token: owner.token, body });
  expect(response.status).toBeLessThan(300);
  return response.body;
};
const atOnce = <T>(act: (turn: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, i) => act(i)));
const timesOf = (rows: { updatedAt: string }[]) => rows.map(({ updatedAt }) => updatedAt).sort();

describe('concurrent changes of one annotation', () => {
  test('give the final state the newest updatedAt, and each history entry starts where the previous one ended', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    for (let round = 0; round < ROUNDS; round += 1) {
      const responses = await atOnce((turn) => call('PATCH', `/${id}`, { content: `${round}.${turn}` }));
      expect(new Set(timesOf(responses)).size).toBe(AT_ONCE);
      const newest = responses.find(({ updatedAt }) => updatedAt === timesOf(responses).at(-1));
      expect(await call('GET', `/${id}`)).toEqual(newest);
    }
    const history = await call('GET', `/${id}/history?limit=100`);
    expect(history).toHaveLength(ROUNDS * AT_ONCE);
    for (const [index, { before }] of history.slice(0, -1).entries()) expect(before).toBe(history[index + 1].after);
  });

  test('order replies by their insertion into the thread', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const replies = await atOnce((turn) => call('POST', `/${id}/comments`, { content: `${round}.${turn}` }));
      expect(new Set(timesOf(replies)).size).toBe(AT_ONCE);
      const { commentCount, updatedAt } = await call('GET', `/${id}`);
      expect([commentCount, updatedAt]).toEqual([round * AT_ONCE, timesOf(replies).at(-1)]);
    }
  });
});

/** A clock that was ahead has written so. */
const AHEAD = new Date(Date.now() + 60_000);
const NEXT = new Date(AHEAD.getTime() + 1).toISOString();

describe('after a change by a clock that was ahead', () => {
  const changedAhead = async () => {
    const { id } = await createAnnotation(app, owner, projectId, { metadata: { selector: '#old' } });
    await app.services.db.annotation.update({ where: { id }, data: { updatedAt: AHEAD } });
    return id;
  };

  test.each([
    ['PATCH', '', { content: 'Another' }],
    ['PUT', '/status', { status: 'in_progress' }],
    ['PUT', '/status', { status: 'resolved' }],
    ['POST', '/rebind', { domFingerprint: { selector: '#new' } }],
  ])('%s %s and its history entry are later than that change', async (method, path, body) => {
    const id = await changedAhead();
    const { updatedAt, resolvedAt } = await call(method, `/${id}${path}`, body);
    expect(updatedAt).toBe(NEXT);
    expect(resolvedAt).toBe('status' in body && body.status === 'resolved' ? NEXT : null);
    expect((await call('GET', `/${id}/history`))[0].createdAt).toBe(NEXT);
  });

  test('a reply is later than that change', async () => {
    const id = await changedAhead();
    const { createdAt, updatedAt } = await call('POST', `/${id}/comments`, { content: 'Yes' });
    expect([createdAt, updatedAt, (await call('GET', `/${id}`)).updatedAt]).toEqual([NEXT, NEXT, NEXT]);
  });

  test('a deletion is later than that change', async () => {
    const id = await changedAhead();
    await call('DELETE', `/${id}`);
    const { updatedAt } = await app.services.db.annotation.findUniqueOrThrow({ where: { id } });
    expect(updatedAt.toISOString()).toBe(NEXT);
  });
});

describe('other records, after a change by a clock that was ahead', () => {
  type Case = [
    table: string,
    method: string,
    path: (world: World) => string,
    id: (world: World) => string,
    body: object,
  ];
  const cases: Case[] = [
    ['projects', 'PATCH', (w) => `/projects/${w.project.id}`, (w) => w.project.id, { name: 'Another' }],
    ['projects', 'POST', (w) => `/projects/${w.project.id}/rotate-key`, (w) => w.project.id, {}],
    ['environments', 'PATCH', (w) => `/environments/${w.environment.id}`, (w) => w.environment.id, { name: 'Another' }],
    [
      'organizations',
      'PATCH',
      (w) => `/organizations/${w.owner.organizationId}`,
      (w) => w.owner.organizationId,
      { name: 'Another' },
    ],
    ['webhooks', 'PATCH', (w) => `/v1/webhooks/${w.webhook.id}`, (w) => w.webhook.id, { enabled: false }],
    ['integrations', 'PATCH', (w) => `/integrations/${w.integration.id}`, (w) => w.integration.id, { name: 'Another' }],
  ];
  let world: World;
  beforeAll(async () => {
    world = await createWorld(app);
  });

  test.each(cases)('%s, %s, is later than that change', async (table, method, path, id, body) => {
    await app.services.pool.query(`UPDATE ${table} SET updated_at = $2 WHERE id = $1`, [id(world), AHEAD]);
    const response = await rest(app, method, path(world), { token: world.owner.token, body });
    expect([response.status, (response.body.data ?? response.body).updatedAt]).toEqual([200, NEXT]);
  });
});
