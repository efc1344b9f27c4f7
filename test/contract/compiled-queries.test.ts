import {
  type DocumentNode,
  getNamedType,
  isEnumType,
  Kind,
  parse,
  parseValue,
  print,
  type ValueNode,
  visit,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { graphql } from '../support/client.ts';
import { isCompilable } from '../support/compilable.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { callRest } from './support/call.ts';
import { normalizeResponse } from './support/normalize-response.ts';
import { documentOf, needsToken, OPERATIONS, type Operation, ROUTED, routed } from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, type World } from './support/world.ts';

/** Interpreted twice, then compiled if it can be. */
const TIMES = 4;

const app = useTestApp();
let world: World;
beforeAll(async () => {
  world = await createWorld(app);
});

const queries = ROUTED.filter(({ kind, rest: { route } }) => kind === 'query' && !route.fastPath);
const momentsOf = ({ field }: Operation): string[] =>
  field.args.filter(({ type }) => getNamedType(type).name === 'DateTime').map(({ name }) => name);
const dated = OPERATIONS.filter((operation) => momentsOf(operation).length > 0);

/** The sample, its moments in such a way that all of today counts. */
function argumentsOf(operation: Operation): Arguments {
  const today = new Date().toISOString().slice(0, 10);
  const moments = momentsOf(operation).map((name) => [name, today]);
  return { ...sampleFor(operation.name, world), ...Object.fromEntries(moments) };
}

/** An argument's value as it is written in a document. */
function literalOf(operation: Operation, name: string, args: Arguments): ValueNode {
  const type = operation.field.args.find((argument) => argument.name === name)?.type;
  const written = JSON.stringify(args[name]).replaceAll(/"(\w+)":/g, '$1:');
  return parseValue(type && isEnumType(getNamedType(type)) ? written.replaceAll('"', '') : written);
}

/** The document of an operation with the values of all arguments in it. */
const withLiterals = (operation: Operation, args: Arguments): DocumentNode =>
  visit(parse(documentOf(operation)), {
    VariableDefinition: () => null,
    Argument(node) {
      if (node.value.kind !== Kind.VARIABLE) return undefined;
      const { value: name } = node.value.name;
      return name in args ? { ...node, value: literalOf(operation, name, args) } : null;
    },
  });

/** Builds the document of an operation with optional arguments as variable defaults. */
const withDefaults = (operation: Operation, args: Arguments): DocumentNode =>
  visit(parse(documentOf(operation)), {
    VariableDefinition(node) {
      const { value: name } = node.variable.name;
      return name in args ? { ...node, defaultValue: literalOf(operation, name, args) } : undefined;
    },
  });

describe('REST has the same response interpreted and compiled, and literals and defaults those of variables', () => {
  test.each(queries)('$name', async (operation) => {
    const args = argumentsOf(operation);
    const credentials = needsToken(operation) ? { token: world.owner.token } : {};
    expect(isCompilable(schema, parse(documentOf(operation)))).toBe(true);
    const call = async () => normalizeResponse((await callRest(app, operation, args, credentials)).body);
    const first = await call();
    for (let time = 1; time < TIMES; time += 1) expect(await call()).toEqual(first);
    const ask = async (query: string, variables: Arguments = {}) =>
      normalizeResponse(await graphql(app, query, variables, credentials));
    const response = await ask(documentOf(operation), args);
    expect(response).not.toHaveProperty('errors');
    expect(await ask(print(withLiterals(operation, args)))).toEqual(response);
    expect(await ask(print(withDefaults(operation, args)))).toEqual(response);
  });
});

test('a failing REST call has the same response interpreted and compiled', async () => {
  const operation = routed('annotation');
  const call = () => callRest(app, operation, { id: world.project.id }, { token: world.owner.token });
  for (let time = 0; time < TIMES; time += 1) {
    expect(await call()).toMatchObject({ status: 404, body: { message: 'Annotation not found' } });
  }
});

test('compiles documents with dates in variables, not those with literal dates', () => {
  expect(dated.map(({ name }) => name)).toContain('redeliverWebhook');
  for (const operation of dated) {
    const args = argumentsOf(operation);
    const documents = [parse(documentOf(operation)), withLiterals(operation, args), withDefaults(operation, args)];
    expect([operation.name, documents.map((each) => isCompilable(schema, each))]).toEqual([
      operation.name,
      [true, false, false],
    ]);
  }
});

test('compiles a document with a literal text', () => {
  const query = `{ annotations(projectId: "${world.project.id}", status: open, first: 10) { nodes { id content } } }`;
  expect(isCompilable(schema, parse(query))).toBe(true);
});
