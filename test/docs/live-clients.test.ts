import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnnotation, createProject, PASSWORD, registerUser, type TestUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { type Example, runExample } from './support/example.ts';
import { fencesIn, fill, readPage, type Values } from './support/markdown.ts';

const [common = '', webSocket = '', serverSentEvents = '', eventSource = '', ...others] = fencesIn(
  readPage('docs/graphql.md'),
  'js',
).map(({ text }) => text);

const PAGE = 'https://shop.example/cart';

let app: TestApp;
let owner: TestUser;
let projectId: string;
let clients: Example[];

beforeAll(async () => {
  app = await startTestApp();
  owner = await registerUser(app);
  const project = await createProject(app, owner);
  projectId = project.id;
  await createAnnotation(app, owner, projectId, { url: PAGE });
  const values: Values = {
    'https://pinbound.example': app.url,
    '<PROJECT_ID>': projectId,
    '<PROJECT_KEY>': project.projectKey,
    '<EMAIL>': owner.email,
    '<PASSWORD>': PASSWORD,
  };
  const codes = [`${common}\n${webSocket}`, `${common}\n${serverSentEvents}`, eventSource];
  clients = codes.map((code) => runExample(fill(code, values)));
});
afterAll(async () => {
  for (const client of clients) client.stop();
  await app.close();
});

const each = (wait: (client: Example) => Promise<void>) => Promise.all(clients.map(wait));

test('has an example of each client', () => {
  expect(webSocket).toContain("from 'graphql-ws'");
  expect(serverSentEvents).toContain("from 'graphql-sse'");
  expect(eventSource).toContain('new EventSource');
  expect(others).toEqual([]);
});

test('fetches the list, then receives changes', async () => {
  await each((client) => client.prints('list 1'));
  await createAnnotation(app, owner, projectId, { url: PAGE });
  await each((client) => client.prints('created 2 open'));
});

test('reopens an ended stream and refetches the list', async () => {
  app.services.live.endSubscriptions();
  await each((client) => client.prints('list 2'));
  await createAnnotation(app, owner, projectId, { url: PAGE });
  await each((client) => client.prints('created 3 open'));
});
