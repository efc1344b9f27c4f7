import { parse } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { costOf } from '../../../src/graphql/plugins/document-limits.ts';
import { schema } from '../../../src/schema/index.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { openEventStream } from '../support/event-stream.ts';

const app = useTestApp();
let owner: TestUser;
let guest: TestUser;
let projectId: string;
let id: string;

beforeAll(async () => {
  owner = await registerUser(app);
  const project = await createProject(app, owner);
  projectId = project.id;
  guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const metadata = {
    selector: '#total',
    tag: 'b',
    text: '12 €',
    traits: { beside: ['Total'] },
    diagnostics: { console: [{ level: 'error', text: 'x is undefined' }] },
  };
  const content = 'Should say ``` "13 €"';
  id = (await createAnnotation(app, owner, project.id, { content, metadata })).id;
  for (const [visibility, text] of [
    ['public', 'Which page?'],
    ['internal', 'Tax is missing'],
  ]) {
    const body = { content: text, visibility };
    await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body });
  }
});

const briefFor = async ({ token }: TestUser): Promise<string> => {
  const { status, body } = await rest(app, 'GET', `/annotations/${id}/brief`, { token });
  expect([status, body.id]).toEqual([200, id]);
  return body.markdown;
};

test('the brief has what was asked, the element, the thread and the browser, and the next steps', async () => {
  const brief = await briefFor(owner);
  expect(brief).toContain('````\nShould say ``` "13 €"\n````');
  for (const part of [
    '- selector: ` #total `',
    '- beside: ` Total `',
    'Which page?',
    'Tax is missing',
    'error: x is undefined',
    `/v1/annotations/${id}/verify-fix`,
  ]) {
    expect(brief).toContain(part);
  }
});

test('the field has the same text as the endpoint, for all annotations of a list', async () => {
  const document = 'query ($project: ID!) { annotations(projectId: $project, first: 10) { nodes { id brief } } }';
  const { data, errors } = await graphql(app, document, { project: projectId }, { token: owner.token });
  expect(errors).toBeUndefined();
  expect(data.annotations.nodes).toEqual([{ id, brief: await briefFor(owner) }]);
});

test('subscribers with the same document get what their own tokens may read', async () => {
  await app.services.pool.query(
    `WITH series AS (
       INSERT INTO snapshot_series (id, project_id, last_number) VALUES (gen_random_uuid(), $2, 1) RETURNING id
     ), snapshot AS (
       INSERT INTO snapshots (id, project_id, url, url_key, viewport_width, viewport_height, device_scale_factor,
         full_page, delay, "freeze", status, updated_at, series_id, series_number)
       SELECT gen_random_uuid(), $2, 'https://shop.example/', 'https://shop.example/', 800, 600, 1, false, 0, true,
              'completed', now(), id, 1 FROM series
     )
     INSERT INTO snapshot_pins (id, annotation_id, series_id, first_number, last_number, state, confidence)
     SELECT gen_random_uuid(), $1, id, 1, 1, 'orphaned', 1 FROM series`,
    [id, projectId],
  );
  const all = await createPersonalToken(app, owner);
  const few = await createPersonalToken(app, owner, {
    actions: ['organization.read', 'project.read', 'annotation.read', 'diagnostics.read'],
  });
  const document = 'subscription ($id: ID!) { annotationChanged(projectId: $id) { annotation { brief } } }';
  const streams = await Promise.all(
    [all, few].map(({ token }) => openEventStream(app, document, { id: projectId }, token)),
  );
  await rest(app, 'PATCH', `/annotations/${id}`, { token: owner.token, body: { priority: 'high' } });
  const [ofAll, ofFew] = await Promise.all(streams.map(async (stream) => JSON.stringify(await stream.next())));
  expect(ofAll).toContain('## In the latest captures');
  expect(ofFew).toContain('## Reply by');
  expect(ofFew).not.toContain('## In the latest captures');
  for (const stream of streams) await stream.close();
});

test('a brief costs what it reads, so that a document has few of them', async () => {
  const cost = (text: string) => costOf({ schema, document: parse(text) });
  const ofField = cost('{ annotation(id: "a") { brief } }');
  // A hundred replies with ten files each.
  expect(ofField).toBeGreaterThan(100 * 10);
  expect(cost('{ annotationBrief(id: "a") { markdown } }')).toBe(ofField);
  const document = 'query ($project: ID!) { annotations(projectId: $project, first: 50) { nodes { brief } } }';
  const { errors } = await graphql(app, document, { project: projectId }, { token: owner.token });
  expect(errors?.[0]?.message).toMatch(
    /^The response may contain \d+ values; the limit is 80000\. Request fewer items/,
  );
});

test('a guest gets the public part', async () => {
  const brief = await briefFor(guest);
  expect(brief).toContain('Which page?');
  expect(brief).not.toContain('Tax is missing');
  expect(brief).not.toContain('x is undefined');
});
