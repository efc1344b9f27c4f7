import { fileURLToPath } from 'node:url';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { COMPILED_FILES, compileSources, importCompiledSources } from './test/support/compiled-sources.ts';
import { FlakyCases } from './test/support/flaky-cases.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/**
 * Node loads the CommonJS build; Vite alone would load the module build as a second GraphQL
 * library.
 */
const oneGraphql = { find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) };
/** Tests create thousands of accounts; at the cost of production, each takes 15 ms of CPU time. */
await compileSources({ 'src/infrastructure/secrets/argon2-parameters.ts': 'test/support/cheap-argon2-parameters.ts' });

/** Further attempts of a case that failed; set by `.ci/run`. */
const RETRIES = Number(process.env.TEST_RETRIES ?? 0);
/** Cases that need a further attempt are listed. */
export const reporters: TestUserConfig['reporters'] = ['default', ...(RETRIES > 0 ? [new FlakyCases()] : [])];

/** Options of every project. */
export const shared = {
  plugins: [importCompiledSources],
  resolve: { alias: [oneGraphql] },
  test: {
    // Files of a worker share imported modules, which saves a quarter of the time. Modules keep no
    // test state.
    isolate: false,
    server: { deps: { external: [COMPILED_FILES] } },
    // A rare counterexample is a fault to find with other seeds, not by chance in someone's run.
    setupFiles: ['test/support/fixed-seed.ts'],
    // Limits for a busy machine; a wait ends as soon as its condition holds.
    // A process may take 110 s to start (test/support/server-process.ts), and some tests start two.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // Each poll is a request or a query; several files wait at the same time.
    expect: { poll: { timeout: 100_000, interval: 100 } },
    retry: RETRIES,
  },
};

/**
 * The usual flow of each screen, client and area. Whatever neither this list, `unit` nor
 * test/contract names is extended.
 */
const BASIC_FLOWS = [
  'test/clients/overlay/{overlay,size}.test.ts',
  'test/clients/rebind/{engine,fingerprint,lists,locate,records}.test.ts',
  'test/dashboard/{account,board,comments,comparisons,deployments,enter,inbox,journey}.test.ts',
  'test/dashboard/{organization-settings,pages,project-settings,triage}.test.ts',
  'test/docs/embed.test.ts',
  'test/e2e/first-minute.test.ts',
  'test/flows/*.test.ts',
  'test/integrations/configuration.test.ts',
  'test/process/{server-bundle,uncaught-errors}.test.ts',
  'test/service/{change-handlers,smoke}.test.ts',
  'test/service/http/web-socket.test.ts',
  'test/service/jobs/stopping.test.ts',
  'test/service/live/organization.test.ts',
  'test/service/mail/*.test.ts',
  'test/service/notifications/visitor-mails.test.ts',
  'test/service/visitors/group-commits.test.ts',
  'test/snapshots/queue.test.ts',
  'test/storage/storage.test.ts',
  'test/webhooks/delivery.test.ts',
];

/** Modules are replaced or registered for a whole process, so these files share none. */
const ISOLATED = ['test/contract/auth/password-guessing.test.ts', 'test/webhooks/tracing.test.ts'];

/** Projects that run at the same time, in as many workers. */
interface Group {
  order: number;
  maxWorkers: number;
}
/**
 * Half of these files wait for browsers, processes and timers: more workers than the cores of a
 * small machine.
 */
const WAITING: Group = { order: 0, maxWorkers: 4 };
/**
 * These files compute nearly all the time. On two cores, five workers take 166 s of CPU time for
 * what three do in 114 s and two in 92 s: each imports the service and compiles it anew.
 */
const COMPUTING: Group = { order: 1, maxWorkers: 2 };
/** Browsers and the service compute by turns: 189 s in three workers, 210 s in four. */
const BROWSING: Group = { order: 2, maxWorkers: 3 };

/** Neither a database nor a browser. */
const UNIT = [
  'src/**/*.test.ts',
  'test/*.test.ts',
  'test/last-release/*.test.ts',
  'test/clients/*.test.ts',
  'test/clients/embed/page-url.test.ts',
  'test/clients/source-plugin/*.test.ts',
  'test/outbound/*.test.ts',
  'test/comparison/{column-alignment,row-alignment}.test.ts',
  'test/contract/completeness.test.ts',
  'test/contract/annotations/copies.test.ts',
  'test/dashboard/{read-again,shared-reads,size,texts}.test.ts',
  'test/docs/{alerts,dashboard,deployment,imports,links,overview,rest-tables,security,snapshots,startup-errors}.test.ts',
];

const CONTRACT = ['test/contract/**/*.test.ts'];

/**
 * `npm test` runs `unit`, `contract` and `flows`, and `npm run test:extended` the others. Each file
 * belongs to one project. Few projects, since each starts workers of its own, and a worker imports
 * the service for ten seconds.
 */
const project = (name: string, group: Group, include: string[], exclude: string[] = []) => ({
  ...shared,
  // The time of a login is under test in one isolated file, which replaces a module.
  plugins: name === 'isolated' ? [] : shared.plugins,
  test: {
    ...shared.test,
    name,
    include,
    // Suites that install packages have them there, with tests of their own.
    exclude: ['test/*/node_modules/**', ...exclude],
    isolate: name === 'isolated',
    maxWorkers: group.maxWorkers,
    sequence: { groupOrder: group.order },
  },
});

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    projects: [
      project('unit', COMPUTING, UNIT),
      project('contract', COMPUTING, CONTRACT, [...UNIT, ...ISOLATED]),
      project('flows', BROWSING, BASIC_FLOWS),
      project('isolated', WAITING, ISOLATED),
      project('extended', WAITING, ['test/**/*.test.ts'], [...UNIT, ...ISOLATED, ...CONTRACT, ...BASIC_FLOWS]),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    reporters,
    sequence: { sequencer: LongestFirst },
  },
});
