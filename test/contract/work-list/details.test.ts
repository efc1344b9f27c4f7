import { beforeAll, expect, test } from 'vitest';
import { graphql, rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { statementsOf } from '../support/sql-statements.ts';

const app = useTestApp();
let owner: TestUser;
let projectId: string;
let id: string;

const FINGERPRINT = { tag: 'button', text: 'Buy' };

beforeAll(async () => {
  owner = await registerUser(app);
  ({ id: projectId } = await createProject(app, owner));
  const metadata = { sessionId: 'session-1', language: 'de', diagnostics: { browser: {} } };
  ({ id } = await createAnnotation(app, owner, projectId, { metadata }));
  await app.services.db.annotation.update({
    where: { id },
    data: {
      domFingerprint: FINGERPRINT,
      latestFingerprint: FINGERPRINT,
      anchorState: 'moved',
      anchorCandidates: [{ confidence: 0.5, fingerprint: FINGERPRINT, box: { x: 1, y: 2, width: 3, height: 4 } }],
    },
  });
});

const listOf = async (selection: string, rest = '') => {
  const document = `query ($projectId: ID!) {
    annotations(projectId: $projectId) { ${selection} } } ${rest}`;
  const { data, errors } = await graphql(app, document, { projectId }, { token: owner.token });
  expect(errors).toBeUndefined();
  return data.annotations;
};

test.each([
  ['metadata', { metadata: { sessionId: 'session-1', language: 'de', diagnostics: { browser: {} } } }],
  ['diagnostics { browser { language } }', { diagnostics: { browser: { language: 'de' } } }],
  ['domFingerprint', { domFingerprint: FINGERPRINT }],
  ['anchor { fingerprint }', { anchor: { fingerprint: FINGERPRINT } }],
  ['anchor { candidates { confidence } }', { anchor: { candidates: [{ confidence: 0.5 }] } }],
  ['trail { at }', { trail: [] }],
  ['text: domFingerprint', { text: FINGERPRINT }],
])('a list has the detail %s alone', async (field, expected) => {
  expect((await listOf(`nodes { ${field} }`)).nodes).toEqual([expected]);
  expect((await listOf(`edges { node { ${field} } }`)).edges).toEqual([{ node: expected }]);
  const { data } = await graphql(app, `query ($id: ID!) { annotation(id: $id) { ${field} } }`, { id }, owner);
  expect(data.annotation).toEqual(expected);
});

test('a list has details of fragments, of conditions and of a field that is selected twice', async () => {
  const fragment = 'fragment Pin on Annotation { anchor { ...Print } } fragment Print on Anchor { fingerprint }';
  expect((await listOf('nodes { ...Pin } edges { node { ...Pin } }', fragment)).nodes).toEqual([
    { anchor: { fingerprint: FINGERPRINT } },
  ]);
  const conditional =
    'nodes { id ... on Annotation @include(if: true) { domFingerprint } metadata @include(if: false) }';
  expect((await listOf(conditional)).nodes).toEqual([{ id, domFingerprint: FINGERPRINT }]);
  const twice = 'nodes { id } } annotations(projectId: $projectId) { nodes { domFingerprint }';
  expect((await listOf(twice)).nodes).toEqual([{ id, domFingerprint: FINGERPRINT }]);
});

test('a list reads no details that nobody asked for, and REST has all', async () => {
  const read = async (selection: string) => {
    const statements = await statementsOf(app, () => listOf(selection));
    const [list = ''] = statements.filter((text) => text.includes('"foundRows"'));
    // Each list reads one member of metadata: whether the picture was drawn on.
    return ['metadata', 'dom_fingerprint', 'latest_fingerprint', 'anchor_candidates'].filter((name) =>
      new RegExp(`a\\.${name}\\b(?! #>)`).test(list),
    );
  };
  expect(await read('nodes { id content anchor { state } }')).toEqual([]);
  expect(await read('nodes { id anchor { fingerprint } }')).toEqual(['latest_fingerprint']);
  const { body } = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: owner.token });
  expect(body[0]).toMatchObject({ domFingerprint: FINGERPRINT, anchor: { fingerprint: FINGERPRINT } });
});
