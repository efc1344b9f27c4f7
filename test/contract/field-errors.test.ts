import { beforeAll, expect, test } from 'vitest';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

// Cost: about 2 s. Calls without the client of other tests, which checks `fields` and removes them.

const app = useTestApp();
let owner: TestUser;
let project: { id: string; slug: string };
beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
});

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
  const response = await fetch(app.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (await response.json()) as { fields?: unknown; errors?: { message: string; extensions: unknown }[] };
}
const fieldsOf = async (method: string, path: string, body?: object) => (await call(method, path, body)).fields;

test('names every missing member and every one of a wrong type', async () => {
  const body = { projectId: project.id, content: 5, labelIds: ['1'] };
  expect(await fieldsOf('POST', '/annotations', body)).toEqual([
    { path: 'content', code: 'invalid', message: 'must be a string' },
    { path: 'url', code: 'required', message: 'is required' },
  ]);
});

test('names members out of bounds, and unknown ones', async () => {
  const body = { organizationId: owner.organizationId, name: '', slug: 'a'.repeat(100) };
  expect(await fieldsOf('POST', '/projects', body)).toEqual([
    { path: 'name', code: 'invalid', message: 'must not be empty' },
    { path: 'slug', code: 'out_of_range', message: expect.stringContaining('at most') },
  ]);
  const filter = { organizationId: owner.organizationId, format: 'csv', filter: { shade: 'red' } };
  expect(await fieldsOf('POST', '/annotations/exports', filter)).toEqual([
    { path: 'filter.shade', code: 'unknown', message: expect.stringMatching(/^is unknown; expected .*text/) },
  ]);
});

test('names a taken value', async () => {
  const body = { organizationId: owner.organizationId, name: 'Shop', slug: project.slug };
  expect(await fieldsOf('POST', '/projects', body)).toEqual([
    { path: 'slug', code: 'conflict', message: `"${project.slug}" is taken in this organization; choose another` },
  ]);
});

test('has the names of the API that is called', async () => {
  const problem = { code: 'out_of_range', message: 'must be from 1 to 500' };
  const path = `/organizations/${owner.organizationId}/audit?limit=0`;
  expect(await fieldsOf('GET', path)).toEqual([{ path: 'limit', ...problem }]);
  const query = `{ auditTrail(organizationId: "${owner.organizationId}", first: 0) { nodes { id } } }`;
  const { errors } = await call('POST', '/graphql', { query });
  expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', fields: [{ path: 'first', ...problem }] });
});

test('names the argument or the variable whose value does not fit its type', async () => {
  const document = (argument: string, variables = '') =>
    `mutation${variables} { createAnnotation(projectId: "${project.id}", content: "a", url: "https://a.example/", metadata: ${argument}) { id } }`;
  const fields = [{ path: 'metadata', code: 'invalid', message: 'must be a JSON object' }];
  for (const body of [
    { query: document('5') },
    { query: document('$metadata', '($metadata: JSONObject)'), variables: { metadata: 5 } },
  ]) {
    const { errors } = await call('POST', '/graphql', body);
    expect([errors?.[0]?.message, errors?.[0]?.extensions]).toEqual([
      expect.stringContaining('must be a JSON object'),
      { code: 'BAD_USER_INPUT', fields },
    ]);
  }
});

test('an error about no member has none', async () => {
  expect(await fieldsOf('GET', `/annotations/${crypto.randomUUID()}`)).toBeUndefined();
});
