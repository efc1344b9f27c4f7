import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // Node gives everyone the CommonJS build; Vite alone would take the module build, a second GraphQL library.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // On two cores: half of the time a file waits, for a browser, a process or a timer.
    maxWorkers: 4,
    // Files share what they import, which took a quarter of the time; nothing of a test is kept in modules.
    isolate: false,
    // Waiting costs nothing where it is not needed: what is waited for comes at once, and later on a busy machine.
    // A process may take 110 s to start (test/support/server-process.ts), and some tests start two.
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
