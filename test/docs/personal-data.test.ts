import { beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createBatch } from '../support/collection.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { fencesIn, fill, readPage } from './support/markdown.ts';

const page = readPage('docs/operating.md');
const ERASE = fencesIn(page, 'sql').find(({ text }) => text.includes('TEMPORARY TABLE erased'))?.text ?? '';
const ELEMENT = { tag: 'b', selector: '#total', xpath: '/html/body/b', text: '12 €', offset: { x: 0.5, y: 0.5 } };
const VISIT = { userAgent: 'Mozilla/5.0', language: 'en', diagnostics: { console: [] } };

const app = useTestApp();
let owner: TestUser;
beforeAll(async () => {
  owner = await registerUser(app);
});

const erase = (projectId: string, email: string) =>
  app.services.pool.query(fill(ERASE, { '<PROJECT_ID>': projectId, '<EMAIL>': email }));

async function comment(projectKey: string, email: string, sessionId: string): Promise<string> {
  const { status } = await rest(app, 'POST', '/v1/collect', { body: createBatch(projectKey, { sessionId }) });
  expect(status).toBe(202);
  const { body } = await rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': projectKey },
    body: {
      content: 'The price is wrong',
      url: 'https://shop.example/cart',
      name: 'Eve',
      email,
      metadata: { ...ELEMENT, ...VISIT, sessionId },
    },
  });
  return body.id;
}

const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const sessionsOf = async (projectId: string) => {
  const { rows } = await app.services.pool.query<{ id: string }>(
    'SELECT session_id AS id FROM collected_batches WHERE project_id = $1 ORDER BY 1',
    [projectId],
  );
  return rows.map(({ id }) => id);
};

test('erases one person from one project', async () => {
  const [shop, other] = [await createProject(app, owner), await createProject(app, owner)];
  const eve = await comment(shop.projectKey, 'Eve@Example.com', 'visit-eve');
  const bob = await comment(shop.projectKey, 'bob@example.com', 'visit-bob');
  const elsewhere = await comment(other.projectKey, 'eve@example.com', 'visit-eve');
  const before = { bob: await read(bob), elsewhere: await read(elsewhere) };
  expect((await read(eve)).author).toMatchObject({ name: 'Eve', email: expect.stringMatching(/^eve@/i) });

  await erase(shop.id, 'EVE@example.com');
  const erased = await read(eve);
  expect(erased).toMatchObject({ content: 'The price is wrong', author: { id: null, name: null, email: null } });
  expect(erased.metadata).toEqual(ELEMENT);
  expect({ bob: await read(bob), elsewhere: await read(elsewhere) }).toEqual(before);
  expect([await sessionsOf(shop.id), await sessionsOf(other.id)]).toEqual([['visit-bob'], ['visit-eve']]);
});

test('removes names from replies, and lets the account be deleted', async () => {
  const project = await createProject(app, owner);
  const thread = await comment(project.projectKey, 'bob@example.com', 'visit-bob');
  const leaver = await registerUser(app, 'Grace');
  await rest(app, 'POST', `/annotations/${thread}/comments`, { token: owner.token, body: { content: 'Seen' } });
  const { pool } = app.services;
  await pool.query(
    'UPDATE comments SET author_id = u.id, author_name = u.name, author_email = u.email FROM users u WHERE u.email = $1 AND annotation_id = $2',
    [leaver.email, thread],
  );

  await erase(project.id, leaver.email);
  const statement = /`(DELETE FROM users [^`]*;)`/.exec(page)?.[1] ?? '';
  const { rowCount } = await pool.query(fill(statement, { '<EMAIL>': leaver.email }));
  expect(rowCount).toBe(1);
  const { rows } = await pool.query(
    'SELECT content, author_id, author_name, author_email FROM comments WHERE annotation_id = $1',
    [thread],
  );
  expect(rows).toEqual([{ content: 'Seen', author_id: null, author_name: null, author_email: null }]);
  expect((await read(thread)).author.name).toBe('Eve');
});
