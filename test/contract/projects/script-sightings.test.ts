import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { createScriptSightings } from '../../../src/resolvers/core/projects/script-sightings.ts';
import { graphql, rest } from '../../support/client.ts';
import { click, createBatch } from '../../support/collection.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { openEventStream } from '../support/event-stream.ts';

const app = useTestApp();
let owner: TestUser;
let project: { id: string; projectKey: string };

beforeEach(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
});

const read = async (token = owner.token) =>
  graphql(
    app,
    'query ($id: ID!) { project(id: $id) { name scripts { script origin firstSeenAt lastSeenAt } } }',
    { id: project.id },
    { token },
  );
const origins = async () =>
  (await read()).data.project.scripts.map(({ script, origin }: Record<string, string>) => `${script} ${origin}`);

test('the origins of overlay and embed script are shown to members', async () => {
  const headers = { origin: 'https://shop.example' };
  await rest(app, 'GET', `/annotations/project/${project.projectKey}/public`, { headers });
  await app.services.scriptSightings.flush();
  const body = createBatch(project.projectKey, { sessionId: 'visit', events: [click(Date.now())] });
  await rest(app, 'POST', '/v1/collect', { body, headers: { origin: 'https://staging.shop.example' } });
  await app.services.scriptSightings.flush();
  expect(await origins()).toEqual(['embed https://staging.shop.example', 'overlay https://shop.example']);
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const { data, errors } = await read(guest.token);
  expect(data.project.scripts).toBeNull();
  expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});

test('subscribers read a sighting as it is written, of their project only', async () => {
  const query = `subscription { scriptsChanged(projectId: "${project.id}") { projectId scripts { script origin } } }`;
  const stream = await openEventStream(app, query, {}, owner.token);
  const other = await createProject(app, owner);
  const see = async ({ projectKey }: { projectKey: string }, origin: string) => {
    await rest(app, 'GET', `/annotations/project/${projectKey}/public`, { headers: { origin } });
    await app.services.scriptSightings.flush();
  };
  await see(other, 'https://other.example');
  await see(project, 'https://shop.example');
  const scripts = [{ script: 'overlay', origin: 'https://shop.example' }];
  expect(await stream.next()).toEqual({ data: { scriptsChanged: { projectId: project.id, scripts } } });
  await stream.close();
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const rejected = await openEventStream(app, query, {}, guest.token);
  expect(await rejected.next()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
});

test('requests without a usable origin, and those of closed projects, leave nothing', async () => {
  const path = `/annotations/project/${project.projectKey}/public`;
  for (const origin of ['null', 'https://shop.example/path', 'file://a', `https://${'a'.repeat(300)}.example`]) {
    await rest(app, 'GET', path, { headers: { origin } });
  }
  await rest(app, 'GET', path);
  await rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: { publicFeedback: false } });
  await rest(app, 'GET', path, { headers: { origin: 'https://shop.example' } });
  await app.services.scriptSightings.flush();
  expect(await origins()).toEqual([]);
});

test('an origin is written at most once a minute, and the last 50 are kept', async () => {
  const statements: pg.QueryConfig[] = [];
  const pool = {
    query: (statement: pg.QueryConfig) => {
      if (statement.text.startsWith('INSERT')) statements.push(statement);
      return app.services.pool.query(statement);
    },
  } as typeof app.services.pool;
  let time = 0;
  const publish = async () => {};
  const sightings = createScriptSightings({ pool, logger: app.services.logger, publish, now: () => time });
  const see = async (origin: string) => {
    sightings.record('overlay', project.id, origin);
    await sightings.flush();
  };
  for (time of [0, 30_000, 59_999]) await see('https://shop.example');
  expect(statements).toHaveLength(1);
  time = 60_000;
  await see('https://shop.example');
  expect(statements).toHaveLength(2);
  await app.services.pool.query("UPDATE script_sightings SET last_seen_at = now() - interval '1 hour'");
  for (let port = 1_000; port < 1_050; port += 1)
    sightings.record('overlay', project.id, `https://shop.example:${port}`);
  await sightings.flush();
  expect(statements).toHaveLength(3);
  const kept = await origins();
  expect(kept).toHaveLength(50);
  expect(kept).not.toContain('overlay https://shop.example');
});
