import { beforeAll, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';

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

test('a guest gets the public part', async () => {
  const brief = await briefFor(guest);
  expect(brief).toContain('Which page?');
  expect(brief).not.toContain('Tax is missing');
  expect(brief).not.toContain('x is undefined');
});
