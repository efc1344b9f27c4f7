// Cost: about 5 s. Each compiler is a process.
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { getNamedType, isInterfaceType, isObjectType, printSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { runProgram } from '../support/run-program.ts';

// The same application by Relay, Apollo and urql: the threads of a project, their replies, a reply
// that is written, and one thread that is read again by its id.

const PACKAGES = resolve('test/generators/node_modules');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinbound-graphql-'));
  await symlink(PACKAGES, join(folder, 'node_modules'));
  await write('package.json', '{ "type": "module" }');
  await write('schema.graphql', printSchema(schema));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Runs a program of a package to its end, whatever its exit code is. */
const execute = (program: string, args: string[]) =>
  runProgram(process.execPath, [join(PACKAGES, program), ...args], { cwd: folder });

/** Compiles a folder strictly. */
async function compile(name: string) {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  };
  await write(`${name}.json`, JSON.stringify({ compilerOptions, include: [`${name}/**/*.ts`] }));
  return execute('typescript/bin/tsc', ['-p', `${name}.json`]);
}

const PASSED = { code: 0, out: '' };

/** Lists that a type has, apart from those of Query. */
const lists = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && type !== schema.getQueryType()
    ? Object.values(type.getFields()).flatMap((field) =>
        getNamedType(field.type).name.endsWith('Connection') ? [{ type, field: field.name }] : [],
      )
    : [],
);
const isNode = (name: string) => {
  const node = schema.getType('Node');
  const type = schema.getType(name);
  return isInterfaceType(node) && isObjectType(type) && schema.isSubType(node, type);
};

test('each type with a list implements Node, or shows the row of one that does', () => {
  const others = lists.filter(({ type }) => !isNode(type.name)).map(({ type, field }) => `${type.name}.${field}`);
  // JoinedOrganization has the same list.
  expect(others).toEqual(['Organization.projects']);
});

async function compileRelay(name: string): Promise<void> {
  const artifacts = `${name}/generated`;
  await mkdir(join(folder, artifacts), { recursive: true });
  const config = {
    src: `./${name}`,
    schema: './schema.graphql',
    language: 'typescript',
    artifactDirectory: `./${artifacts}`,
    eagerEsModules: true,
    customScalarTypes: { DateTime: 'string', Date: 'string' },
  };
  await write(`${name}.config.json`, JSON.stringify(config));
  expect(await execute('relay-compiler/cli.js', [`${name}.config.json`])).toMatchObject({ code: 0 });
}

test('Relay refetches each list of an object by its id', async () => {
  const fragments = lists
    .filter(({ type }) => isNode(type.name))
    .map(({ type, field }) => {
      const name = `${type.name}_${field}`;
      return `export const ${name} = graphql\`
        fragment lists_${name} on ${type.name}
        @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
        @refetchable(queryName: "lists${name.replace('_', '')}Query") {
          ${field}(first: $count, after: $cursor) @connection(key: "lists_${name}__${field}") { edges { node { __typename } } }
        }\`;`;
    });
  await write('lists/lists.ts', `import { graphql } from 'relay-runtime';\n${fragments.join('\n')}`);
  await compileRelay('lists');
  const generated = await readdir(join(folder, 'lists/generated'));
  expect(generated.filter((name) => name.endsWith('Query.graphql.ts'))).toHaveLength(fragments.length);
  expect(fragments.length).toBeGreaterThan(20);
});

test('the application by Relay compiles', async () => {
  await write(
    'relay/app.ts',
    `import { commitMutation, type Environment, fetchQuery, graphql } from 'relay-runtime';
import type { appReplyMutation } from './generated/appReplyMutation.graphql';
import type { appScreenQuery } from './generated/appScreenQuery.graphql';

graphql\`
  fragment appThread_annotation on Annotation
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "appThreadRefetchQuery") {
    id number content status
    comments(first: $count, after: $cursor) @connection(key: "appThread_comments") {
      edges { node { id content author { name } } }
    }
  }
\`;
graphql\`
  fragment appThreads_project on Project
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "appThreadsRefetchQuery") {
    annotations(first: $count, after: $cursor) @connection(key: "appThreads_annotations") {
      edges { node { ...appThread_annotation } }
    }
  }
\`;
const SCREEN = graphql\`
  query appScreenQuery($projectId: ID!, $threadId: ID!) {
    project(id: $projectId) { name ...appThreads_project }
    node(id: $threadId) { __typename ... on Annotation { number } }
  }
\`;
const REPLY = graphql\`
  mutation appReplyMutation($id: ID!, $content: String!, $connections: [ID!]!) {
    addComment(id: $id, content: $content) @appendNode(connections: $connections, edgeTypeName: "CommentEdge") { id content }
  }
\`;

export async function show(environment: Environment, projectId: string, threadId: string): Promise<string> {
  const data = await fetchQuery<appScreenQuery>(environment, SCREEN, { projectId, threadId }).toPromise();
  const number: number | null = data?.node?.__typename === 'Annotation' ? data.node.number : null;
  return \`\${data?.project?.name} \${number}\`;
}
export const reply = (environment: Environment, id: string, content: string, connections: string[]) =>
  commitMutation<appReplyMutation>(environment, { mutation: REPLY, variables: { id, content, connections } });
`,
  );
  await compileRelay('relay');
  expect(await compile('relay')).toMatchObject(PASSED);
});

const DOCUMENTS = `import { graphql } from './generated/gql.ts';

export const SCREEN = graphql(\`
  query Screen($projectId: ID!, $threadId: ID!, $after: String) {
    project(id: $projectId) {
      id name
      annotations(first: 20, after: $after) {
        nodes { ...Thread }
        pageInfo { hasNextPage endCursor }
      }
    }
    node(id: $threadId) { __typename id ... on Annotation { number } }
  }
\`);
export const THREAD = graphql(\`
  fragment Thread on Annotation { id number content status comments(first: 20) { nodes { id content author { name } } } }
\`);
export const REPLY = graphql(\`
  mutation Reply($id: ID!, $content: String!) { addComment(id: $id, content: $content) { id content } }
\`);
`;
const SHOWN = `
  const number: number | null = data?.node?.__typename === 'Annotation' ? data.node.number : null;
  return \`\${data?.project?.name} \${number} \${data?.project?.annotations?.nodes.length}\`;
`;

const APPLICATIONS = {
  apollo: `import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { REPLY, SCREEN } from './documents.ts';

export const client = new ApolloClient({
  link: new HttpLink({ uri: '/graphql' }),
  cache: new InMemoryCache({ typePolicies: { Project: { fields: { annotations: relayStylePagination() } } } }),
});
export async function show(projectId: string, threadId: string): Promise<string> {
  const { data } = await client.query({ query: SCREEN, variables: { projectId, threadId } });${SHOWN}}
export const reply = (id: string, content: string) => client.mutate({ mutation: REPLY, variables: { id, content } });
`,
  urql: `import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { REPLY, SCREEN } from './documents.ts';

export const client = new Client({
  url: '/graphql',
  exchanges: [cacheExchange({ resolvers: { Project: { annotations: relayPagination() } } }), fetchExchange],
  preferGetMethod: false,
});
export async function show(projectId: string, threadId: string): Promise<string> {
  const { data } = await client.query(SCREEN, { projectId, threadId }).toPromise();${SHOWN}}
export const reply = (id: string, content: string) => client.mutation(REPLY, { id, content }).toPromise();
`,
};

test.each(Object.entries(APPLICATIONS))(
  'the application by %s and GraphQL Code Generator compiles',
  async (name, text) => {
    await write(`${name}/documents.ts`, DOCUMENTS);
    await write(`${name}/app.ts`, text);
    const config = {
      schema: './schema.graphql',
      documents: [`./${name}/documents.ts`],
      generates: {
        [`./${name}/generated/`]: {
          preset: 'client',
          presetConfig: { fragmentMasking: false },
          config: { importExtension: '.ts', useTypeImports: true, scalars: { DateTime: 'string', Date: 'string' } },
        },
      },
    };
    await write(`${name}.codegen.json`, JSON.stringify(config));
    const generated = await execute('@graphql-codegen/cli/cjs/bin.js', ['--config', `${name}.codegen.json`]);
    expect(generated).toMatchObject({ code: 0 });
    expect(await compile(name)).toMatchObject(PASSED);
  },
);
