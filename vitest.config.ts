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
    expect: { poll: { timeout: 100_000 } },
    retry: RETRIES,
  },
};

/**
 * Many pages, states and widths in Chromium, processes that are killed repeatedly or restored, and
 * runs of a changed and of a deployed copy: half of the CPU time of all tests. `.ci/run` runs them
 * after `npm test`.
 */
const MATRIX = [
  'test/clients/embed/hostile.test.ts',
  'test/clients/overlay/{appearance,dialog-position,host-page,isolation,screenshots,visibility}.test.ts',
  'test/clients/rebind/{bench,commands,hostile}.test.ts',
  'test/comparison/{changed-pages,column-shifts,fractional-shifts,rounded-gaps,scrolled-windows}.test.ts',
  'test/dashboard/{keyboard,restart}.test.ts',
  'test/docs/adding-an-area.test.ts',
  'test/e2e/{collector-outage,overlay-panel-axe}.test.ts',
  'test/faults/{delivery-loop,kill-loop}.test.ts',
  'test/process/{backup-command,capture-kill,deployment-kill,import-kill,integration-kill,runtime-copy}.test.ts',
  'test/snapshots/{damaged-images,dom-clobbering,failures,full-page,hostile-pages,late-images,options}.test.ts',
  'test/snapshots/{reproducible-captures,unfinished-pages,verdicts}.test.ts',
];

/** Files by kind. Files that no other project names belong to `integration`. */
const FILES = {
  matrix: MATRIX,
  /** Modules are replaced or registered for a whole process, so these files share none. */
  isolated: ['test/contract/auth/password-guessing.test.ts', 'test/webhooks/tracing.test.ts'],
  /** Neither a database nor a browser. */
  unit: [
    'src/**/*.test.ts',
    'test/*.test.ts',
    'test/outbound/*.test.ts',
    'test/comparison/{column-alignment,row-alignment}.test.ts',
    'test/contract/completeness.test.ts',
    'test/dashboard/{size,texts}.test.ts',
    'test/docs/{alerts,imports,links,overview,rest-tables,snapshots,startup-errors}.test.ts',
  ],
};
const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/**
 * `npx vitest run --project unit` runs one kind alone. Few kinds, since each project starts workers
 * of its own, and a worker imports the service for ten seconds.
 */
const project = (name: string, include: string[], exclude: string[] = []) => ({
  ...shared,
  // The time of a login is under test in one isolated file, which replaces a module.
  plugins: name === 'isolated' ? [] : shared.plugins,
  test: { ...shared.test, name, include, exclude, isolate: name === 'isolated' },
});

export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    projects: [
      ...Object.entries(FILES).map(([name, include]) => project(name, include, name === 'matrix' ? [] : MATRIX)),
      project('integration', ALL, Object.values(FILES).flat()),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    // More than twice the cores of a small machine: files wait for browsers, processes and timers
    // half the time.
    maxWorkers: 5,
    reporters,
    sequence: { sequencer: LongestFirst },
  },
});
