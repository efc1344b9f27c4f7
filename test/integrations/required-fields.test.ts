import { beforeAll, beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { createIntegration, waitUntilSent } from '../support/integrations.ts';
import { JIRA } from '../support/servers/jira-double.ts';
import { startTrackerDouble, type TrackerDouble } from '../support/servers/tracker-double.ts';
import { useTestApp } from '../support/use-test-app.ts';

// Costs about 3 s.
const app = useTestApp({ jobs: true });
let owner: TestUser;
let project: { id: string };
let tracker: TrackerDouble;

beforeAll(async () => {
  owner = await registerUser(app);
});
beforeEach(async () => {
  project = await createProject(app, owner);
  tracker = await startTrackerDouble(JIRA);
  return () => tracker.close();
});

const connect = (values: object) =>
  createIntegration(app, owner, project.id, { provider: 'jira', ...tracker.settings, ...values });
const call = (method: string, path: string, body?: object) => rest(app, method, path, { token: owner.token, body });
const check = async (id: string) => (await call('POST', `/integrations/${id}/test`)).body;

const FIELDS = {
  customfield_10010: { value: 'Web' },
  components: [{ name: 'Checkout' }],
  customfield_10011: 3,
};

test('the test of the connection names the required fields without a value', async () => {
  const { id } = await connect({ projectKey: 'STRICT', issueFields: { customfield_10011: 3 } });
  expect(await check(id)).toEqual({
    ok: false,
    status: 400,
    message:
      'STRICT requires more fields of an issue of the type "Task": Team (customfield_10010: Web, Shop), ' +
      'Components (components: Checkout); set issueFields to their values, such as ' +
      '{"customfield_10010":{"value":"Web"},"components":[{"name":"Checkout"}]}',
  });
  const { status, body } = await call('PATCH', `/integrations/${id}`, { issueFields: FIELDS });
  expect([status, body.issueFields]).toEqual([200, FIELDS]);
  expect(await check(id)).toMatchObject({ ok: true, message: 'Issues go to STRICT (Strict), as Task' });
});

test('every issue gets the values, and a project without required fields needs none', async () => {
  const strict = await connect({ projectKey: 'STRICT', issueFields: FIELDS });
  const plain = await connect({});
  expect(await check(plain.id)).toMatchObject({ ok: true });
  await createAnnotation(app, owner, project.id);
  await waitUntilSent(app, strict, 1);
  const created = tracker.calls.filter(JIRA.isCreate).map(({ json }) => json.fields);
  expect(created.find((fields) => fields.project.key === 'STRICT')).toMatchObject(FIELDS);
});

test.each([
  [
    'TYPES',
    {},
    'TYPES requires more fields of an issue of the type "Task": Customfield_1 (customfield_1), Customfield_2 (customfield_2), ' +
      'Customfield_3 (customfield_3), Customfield_4 (customfield_4), Customfield_5 (customfield_5), Parent (parent), ' +
      'Customfield_6 (customfield_6), Versions (versions: 2.0), Security (security); set issueFields to their values, such as ' +
      '{"customfield_1":"2026-12-31","customfield_2":"2026-12-31T09:00:00.000+0000","customfield_3":{"accountId":"…"},' +
      '"customfield_4":[{"accountId":"…"}],"customfield_5":{"value":"…","child":{"value":"…"}},"parent":{"key":"SHOP-1"},' +
      '"customfield_6":["text"],"versions":[{"name":"2.0"}],"security":{"id":"8"}}',
  ],
  [
    'EMPTY',
    {},
    'EMPTY requires more fields of an issue of the type "Task": Priority (priority), Components (components), ' +
      'Fixversions (fixVersions), Timetracking (timetracking), Customfield_1 (customfield_1), Customfield_2 (customfield_2), ' +
      'Customfield_3 (customfield_3), Customfield_4 (customfield_4); set issueFields to their values, such as ' +
      '{"priority":{"name":"…"},"components":[{"name":"…"}],"fixVersions":[{"name":"…"}],' +
      '"timetracking":{"originalEstimate":"2d"},"customfield_1":{"value":"…"},"customfield_2":{"key":"SHOP"},' +
      '"customfield_3":[{"value":"…"}],"customfield_4":"text"}',
  ],
  [
    'FILES',
    {},
    'FILES requires fields that no program can fill while it creates an issue of the type "Task": Attachment (attachment); ' +
      'make them optional for this type, or set issueType to another one',
  ],
  [
    'MANY',
    {},
    'MANY requires more fields of an issue of the type "Task": Customfield_999 (customfield_999); set issueFields to their ' +
      'values, such as {"customfield_999":"text"}',
  ],
  [
    'BARE',
    { customfield_7: 'x' },
    'The create screen of the type "Task" in BARE lacks fields that are sent: description, labels, customfield_7; ' +
      'add them to the screen, or remove them from issueFields',
  ],
  [
    'READONLY',
    {},
    'The account cannot create issues of the type "Task" in READONLY; give it the permission Create Issues',
  ],
])('the test of a connection to %s says what is missing', async (projectKey, issueFields, message) => {
  const { id } = await connect({ projectKey, issueFields });
  expect(await check(id)).toEqual({ ok: false, status: 400, message });
});

test.each([
  [{ 'no id': 'x' }, /^issueFields: must have the ids of fields as names, such as customfield_10010/],
  [{ summary: 'Mine' }, /^issueFields: must not contain project, issuetype, summary/],
  [{ customfield_1: 'x'.repeat(17_000) }, /^issueFields: must have at most 16384 bytes as JSON$/],
  ['text', /must be a JSON object/],
])('values that cannot be sent are rejected: %j', async (issueFields, message) => {
  const { status, body } = await call('POST', '/integrations', {
    projectId: project.id,
    provider: 'jira',
    ...tracker.settings,
    issueFields,
  });
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});
