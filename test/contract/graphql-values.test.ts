import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_MOMENT } from '../../src/resolvers/platform/input/moment.ts';
import { graphql } from '../support/client.ts';
import { createProject, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';

/** More than a document is run before it is compiled. */
const TIMES = 5;

const app = useTestApp();
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
});

/**
 * Collects the messages of repeated wrong calls, which must not change once the document is
 * compiled; right calls in between succeed.
 */
async function problemsOf(query: string, wrong: object, right: object): Promise<string[]> {
  const messages = new Set<string>();
  for (let time = 0; time < TIMES; time += 1) {
    expect((await graphql(app, query, right, { token: owner.token })).errors).toBeUndefined();
    const { errors = [] } = await graphql(app, query, wrong, { token: owner.token });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(errors.map(() => 'BAD_USER_INPUT'));
    messages.add(JSON.stringify(errors.map(({ message }) => message)));
  }
  expect(messages.size).toBe(1);
  return JSON.parse([...messages].join());
}

const CREATE = `mutation ($projectId: ID!, $content: String!, $x: Float, $metadata: JSONObject) {
  createAnnotation(projectId: $projectId, url: "https://a.example", content: $content, position_x: $x, metadata: $metadata) { id }
}`;
const LIST = `query ($projectId: ID!, $limit: Int, $status: AnnotationStatus) {
  annotations(projectId: $projectId, first: $limit, status: $status) { nodes { id } }
}`;
const TRAIL = `query ($organizationId: ID!, $from: DateTime) {
  auditTrail(organizationId: $organizationId, from: $from) { nodes { id } }
}`;

describe('names an invalid variable before and after its document is compiled', () => {
  const cases: [query: string, wrong: object, messages: string[]][] = [
    [CREATE, { metadata: 5 }, ['metadata: must be a JSON object']],
    [CREATE, { metadata: 'at "x[0]"; Expected type "Y". z' }, ['metadata: must be a JSON object']],
    [CREATE, { content: undefined }, ['Variable "$content" of required type "String!" was not provided.']],
    [CREATE, { content: null }, ['Variable "$content" of non-null type "String!" must not be null.']],
    [
      CREATE,
      { content: { a: 1 }, x: 'far', metadata: [] },
      [
        'Variable "$content" got invalid value { a: 1 }; String cannot represent a non string value: { a: 1 }',
        'Variable "$x" got invalid value "far"; Float cannot represent non numeric value: "far"',
        'metadata: must be a JSON object',
      ],
    ],
    [LIST, { limit: 1.5 }, ['Variable "$limit" got invalid value 1.5; Int cannot represent non-integer value: 1.5']],
    [
      LIST,
      { status: 'done' },
      ['Variable "$status" got invalid value "done"; Value "done" does not exist in "AnnotationStatus" enum.'],
    ],
    [TRAIL, { from: 'now' }, [expect.stringMatching(/^from: must be an ISO 8601 date, /)]],
  ];
  test.each(cases)('%s with %j', async (query, wrong, messages) => {
    const right = { projectId, organizationId: owner.organizationId, content: 'x' };
    expect(await problemsOf(query, { ...right, ...wrong }, right)).toEqual(messages);
  });

  test('names an item of a list by its index', async () => {
    const query = `mutation ($parts: [IgnoredPart!]) {
      compareSnapshots(baselineId: "${randomUUID()}", comparisonId: "${randomUUID()}", ignore: $parts) { __typename }
    }`;
    const { errors } = await graphql(app, query, { parts: ['.ad', 5, true] });
    expect(errors?.map(({ message }) => message)).toEqual([
      'parts.1: must be a CSS selector or a box',
      'parts.2: must be a CSS selector or a box',
    ]);
  });
});

test.each([
  [
    'mutation { createAnnotation(projectId: "a", url: "b", content: "c", metadata: 5) { id } }',
    'metadata: must be a JSON object',
  ],
  [
    'mutation { createAnnotation(projectId: "a", url: "b", content: 5) { id } }',
    'content: String cannot represent a non string value: 5',
  ],
  ['query ($ends: DateTime = "now") { snapshots(projectId: "a", to: $ends) { data { id } } }', `ends: ${NO_MOMENT}`],
  [
    'mutation ($parts: [IgnoredPart!]! = 5) { compareSnapshots(baselineId: "a", comparisonId: "b", ignore: $parts) { id } }',
    'parts: must be a CSS selector or a box',
  ],
])('reports a literal value the same each time: %s', async (query, message) => {
  for (let time = 0; time < TIMES; time += 1) {
    const { errors } = await graphql(app, query, {}, { token: owner.token });
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  }
});
