import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const ROUNDS = 8;
const AT_ONCE = 8;

let app: TestApp;
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});
afterAll(() => app.close());

const call = async (method: string, path: string, body?: object) => {
  const answer = await rest(app, method, `/annotations${path}`, { token: owner.token, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
const atOnce = <T>(act: (turn: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, i) => act(i)));
const timesOf = (rows: { updatedAt: string }[]) => rows.map(({ updatedAt }) => updatedAt).sort();

describe('changes of one annotation at once', () => {
  test('the newest updatedAt is the final state, and each line of the history begins where the one before ended', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await atOnce((turn) => call('PATCH', `/${id}`, { content: `${round}.${turn}` }));
      expect(new Set(timesOf(answers)).size).toBe(AT_ONCE);
      const newest = answers.find(({ updatedAt }) => updatedAt === timesOf(answers).at(-1));
      expect(await call('GET', `/${id}`)).toEqual(newest);
    }
    const history = await call('GET', `/${id}/history?limit=100`);
    expect(history).toHaveLength(ROUNDS * AT_ONCE);
    for (const [index, { before }] of history.slice(0, -1).entries()) expect(before).toBe(history[index + 1].after);
  });

  test('replies stand in the order in which they came into the thread', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const replies = await atOnce((turn) => call('POST', `/${id}/comments`, { content: `${round}.${turn}` }));
      expect(new Set(timesOf(replies)).size).toBe(AT_ONCE);
      const { commentCount, updatedAt } = await call('GET', `/${id}`);
      expect([commentCount, updatedAt]).toEqual([round * AT_ONCE, timesOf(replies).at(-1)]);
    }
  });
});

describe('a change after one by a clock that was ahead', () => {
  const AHEAD = new Date(Date.now() + 60_000);
  const NEXT = new Date(AHEAD.getTime() + 1).toISOString();
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
  ])('%s %s is later all the same, its line in the history too', async (method, path, body) => {
    const id = await changedAhead();
    const { updatedAt, resolvedAt } = await call(method, `/${id}${path}`, body);
    expect(updatedAt).toBe(NEXT);
    expect(resolvedAt).toBe('status' in body && body.status === 'resolved' ? NEXT : null);
    expect((await call('GET', `/${id}/history`))[0].createdAt).toBe(NEXT);
  });

  test('a reply is later all the same', async () => {
    const id = await changedAhead();
    const { createdAt, updatedAt } = await call('POST', `/${id}/comments`, { content: 'Yes' });
    expect([createdAt, updatedAt, (await call('GET', `/${id}`)).updatedAt]).toEqual([NEXT, NEXT, NEXT]);
  });

  test('a deletion is later all the same', async () => {
    const id = await changedAhead();
    await call('DELETE', `/${id}`);
    const { updatedAt } = await app.services.db.annotation.findUniqueOrThrow({ where: { id } });
    expect(updatedAt.toISOString()).toBe(NEXT);
  });
});
