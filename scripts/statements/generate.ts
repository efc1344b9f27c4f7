// Writes the types of all statements, of their parameters and rows, as PostgreSQL with every
// migration describes them. Does nothing if nothing has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { applyMigrations } from '../../src/infrastructure/database/apply-migrations.ts';
import { declaredStatements } from '../../src/infrastructure/database/statement.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/embedded-postgres/start.ts';
import { describeFailure, typesOf } from './statement-types.ts';
import { readTypes } from './value-types.ts';

const OUTPUT = 'src/generated/statements.ts';
const MIGRATIONS = 'prisma/migrations';
const JSON_TYPES = `import type { Prisma } from './prisma/client.ts';

/** Value of a JSON column. */
export type JsonValue = Prisma.JsonValue;

/** JSON parameter. An array would become an array of PostgreSQL: serialize it. */
export type JsonParameter = string | number | boolean | (object & { readonly length?: never });
`;
const SILENT = { info: () => undefined, warn: () => undefined };

const sources = filesOf('src', '.ts').filter((path) => !path.startsWith('src/generated/'));
const stamp = hashOf([...sources, ...filesOf(MIGRATIONS, '.sql'), ...filesOf('scripts/statements', '.ts')]);
const firstLine = `// Written by \`npm run generate\` from ${stamp}.\n`;
if (!existsSync(OUTPUT) || !readFileSync(OUTPUT, 'utf8').startsWith(firstLine)) await generate();

async function generate(): Promise<void> {
  const texts = sources.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const declaring = texts.filter(
    ({ text }) => /\b(statement|relatedList|guard)\(/.test(text) && !/export function statement</.test(text),
  );
  for (const { path } of declaring) await import(pathToFileURL(resolve(path)).href);
  const failures: string[] = [];
  const entries: string[] = [];
  await withDatabase(async (client) => {
    const typeOf = await readTypes(client);
    for (const [name, source] of [...declaredStatements()].sort(([a], [b]) => (a < b ? -1 : 1))) {
      try {
        entries.push(`  '${name}': ${await typesOf(client, source, typeOf)};\n`);
      } catch (error) {
        const path = declaring.find(({ text }) => text.includes(`'${name}'`))?.path;
        failures.push(`${path}: the statement ${name} does not fit the database: ${describeFailure(error, source)}`);
      }
    }
  });
  if (failures.length > 0) {
    process.stderr.write(`${failures.join('\n')}\n`);
    process.exit(1);
  }
  writeFileSync(
    OUTPUT,
    `${firstLine}${JSON_TYPES}\n/** Types of each statement, by its name. */\nexport interface Statements {\n${entries.join('')}}\n`,
  );
}

/** Runs work on an empty database with every migration. */
async function withDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pinbound-statements-'));
  // The user of PostgreSQL must be able to enter the directory when this runs as root.
  await chmod(dataDir, 0o755);
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, logger: SILENT });
  try {
    await applyMigrations({ connectionString, migrationsDir: resolve(MIGRATIONS), logger: SILENT });
    const client = new pg.Client({ connectionString });
    await client.connect();
    await work(client).finally(() => client.end());
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function filesOf(directory: string, extension: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !name.endsWith('.test.ts'))
    .map((name) => join(directory, name))
    .sort();
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}
