import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations } from '../../src/infrastructure/database/apply-migrations.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { MIGRATIONS, migrationNames, recordOperations } from './record-operations.ts';
import { type RecordedRelease, replay, replayQueries, type Trace } from './trace.ts';

// The previous release is present as the statements that it sent. `npm run record:release` records
// those of this one, when it is released.
const PREVIOUS_RELEASE = 'test/upgrade/previous-release.json';
const isRecording = process.env.RECORD_RELEASE === '1';

/** Concurrent clients of the new release. */
const CLIENTS = 3;

let trace: Trace;
let own: Trace;
beforeAll(async () => {
  const app = await startTestApp();
  own = await recordOperations(app);
  await app.close();
  if (isRecording) {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    const release: RecordedRelease = { commit, ...own };
    await writeFile(PREVIOUS_RELEASE, `${JSON.stringify(release)}\n`);
  }
  trace = JSON.parse(await readFile(PREVIOUS_RELEASE, 'utf8'));
});

const databases: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of databases) await drop();
});

async function createDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  databases.push(drop);
  return url;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Written in the background: an invitation may be replaced before its mail is recorded as sent. */
const MAIL_SENT = /^affected 0 rows, not 1: UPDATE invitations SET mail_due_at = NULL/;

describe('the statements of this release', () => {
  test('have the recorded results on its schema', async () => {
    expect(own.statements.length).toBeGreaterThan(500);
    const differences = await replay(own, await createDatabase());
    expect(differences.filter((difference) => !MAIL_SENT.test(difference))).toEqual([]);
  });

  test.each([
    ['a removed column', 'ALTER TABLE comments DROP COLUMN parent_id', /column "?\w*\.?parent_id"? .*does not exist/],
    ['a required column', 'ALTER TABLE projects ADD COLUMN color text NOT NULL', /null value in column "color"/],
    ['a hidden row', 'CREATE RULE hide AS ON INSERT TO memberships DO INSTEAD NOTHING', /affected 0 rows, not 1/],
  ])('reveal %s', async (_what, change, difference) => {
    const url = await createDatabase();
    await execute(url, change);
    expect((await replay(own, url)).join('\n')).toMatch(difference);
  });
});

test('processes of the previous release and of this one work on one database under load', async () => {
  const url = await createDatabase();
  await migrateTo(url, trace.migration);
  const load = startLoad();
  let app: TestApp | undefined;
  const third = Math.floor(trace.statements.length / 3);
  const differences = await replay(trace, url, async (index, isBetweenTransactions) => {
    // The previous release serves alone, then beside this release. The replay sends one statement
    // at a time, so a migration would wait for its open transaction for ever: run-processes.ts has
    // processes that serve during the migration.
    if (index < third || !(app || isBetweenTransactions)) return;
    app ??= await upgrade(url);
    load.start(app);
  });
  if (!app) throw new Error('the new release did not start');
  const { errors, calls } = await load.stop();
  expect({ differences, errors }).toEqual({ differences: [], errors: [] });
  expect(calls).toBeGreaterThan(CLIENTS);

  const token = await tokenOf(app, trace.ownerId);
  const list = await rest(app, 'GET', `/annotations/project/${trace.projectId}`, { token });
  expect(list.body.map(({ content }: { content: string }) => content)).toContain('The price is wrong');
  const body = { projectId: trace.projectId, content: 'The total is wrong', url: 'https://shop.example/cart' };
  expect(await rest(app, 'POST', '/annotations', { token, body })).toMatchObject({ status: 201 });
  expect(await replayQueries(trace, url)).toEqual([]);
  await app.close();
});

/** Recreates a database with the schema that a release had. */
async function migrateTo(url: string, last: string): Promise<void> {
  await execute(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const directory = await mkdtemp(join(tmpdir(), 'pinbound-release-'));
  for (const name of migrationNames().filter((each) => each <= last)) {
    await cp(join(MIGRATIONS, name), join(directory, name), { recursive: true });
  }
  await applyMigrations({ connectionString: url, migrationsDir: directory, logger: { info() {} } });
  await rm(directory, { recursive: true });
}

async function upgrade(url: string): Promise<TestApp> {
  await applyMigrations({ connectionString: url, migrationsDir: MIGRATIONS, logger: { info() {} } });
  return startTestApp({ databaseUrl: url });
}

async function tokenOf({ services }: TestApp, userId: string): Promise<string> {
  const { tokenGeneration } = await services.db.user.findUniqueOrThrow({ where: { id: userId } });
  return services.accessTokens.sign(userId, tokenGeneration);
}

/** Clients of the new release, which write, read and reply until they are stopped. */
function startLoad() {
  const errors: unknown[] = [];
  let calls = 0;
  let isStopped = false;
  let clients: Promise<void>[] | undefined;

  async function runClient(app: TestApp): Promise<void> {
    const owner = await registerUser(app);
    const project = await createProject(app, owner);
    do {
      const annotation = await createAnnotation(app, owner, project.id);
      const responses = await Promise.all([
        rest(app, 'POST', `/annotations/${annotation.id}/comments`, { token: owner.token, body: { content: 'Why?' } }),
        rest(app, 'PUT', `/annotations/${annotation.id}/status`, { token: owner.token, body: { status: 'resolved' } }),
        rest(app, 'GET', `/annotations/project/${project.id}`, { token: owner.token }),
      ]);
      errors.push(...responses.filter(({ status }) => status >= 400));
      calls += responses.length + 1;
    } while (!isStopped);
  }

  return {
    start(app: TestApp): void {
      clients ??= Array.from({ length: CLIENTS }, () => runClient(app));
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients ?? []);
      return { errors, calls };
    },
  };
}
