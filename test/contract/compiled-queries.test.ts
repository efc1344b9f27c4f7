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
import { isCompilable } from '../../src/graphql/plugins/compilable.ts';
import { schema } from '../../src/schema/index.ts';
import { graphql } from '../support/client.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { normalizeResponse } from './support/normalize-response.ts';
import { documentOf, needsToken, OPERATIONS, type Operation } from './support/operations.ts';
import { type Arguments, sampleFor } from './support/samples.ts';
import { createWorld, type World } from './support/world.ts';

/** Interpreted twice, then compiled if it can be. */
const TIMES = 4;

const app = useTestApp();
let world: World;
beforeAll(async () => {
  world = await createWorld(app);
});

const queries = OPERATIONS.filter(({ kind }) => kind === 'query');
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

/**
 * Executes a document several times and expects equal results.
 * @returns the result
 */
async function sameAnswer(operation: Operation, query: string, variables: Arguments = {}): Promise<unknown> {
  const credentials = needsToken(operation) ? { token: world.owner.token } : {};
  const ask = async () => normalizeResponse(await graphql(app, query, variables, credentials));
  const first = await ask();
  for (let time = 1; time < TIMES; time += 1) expect(await ask()).toEqual(first);
  expect(first).not.toHaveProperty('errors');
  return first;
}

describe('a document has the same result interpreted and compiled', () => {
  test.each(queries)('$name', async (operation) => {
    const args = argumentsOf(operation);
    expect(isCompilable(schema, parse(documentOf(operation)))).toBe(true);
    const response = await sameAnswer(operation, documentOf(operation), args);
    expect(await sameAnswer(operation, print(withLiterals(operation, args)))).toEqual(response);
    expect(await sameAnswer(operation, print(withDefaults(operation, args)))).toEqual(response);
  });
});

test('a failing document has the same response interpreted and compiled, with locations', async () => {
  const query = `query {\n  annotation(id: "${world.project.id}") { id }\n}`;
  expect(isCompilable(schema, parse(query))).toBe(true);
  const error = {
    message: 'Annotation not found',
    locations: [{ line: 2, column: 3 }],
    path: ['annotation'],
    extensions: { code: 'NOT_FOUND' },
  };
  for (let time = 0; time < TIMES; time += 1) {
    const body = await graphql(app, query, {}, { token: world.owner.token });
    expect(JSON.stringify(body)).toBe(JSON.stringify({ errors: [error], data: { annotation: null } }));
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
