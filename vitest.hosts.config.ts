import { defineConfig } from 'vitest/config';
import { reporters, shared } from './vitest.config.ts';

/** Real frameworks as host pages: `npm run test:hosts`, which installs them. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ['test/hosts/*.hosts.ts'],
    globalSetup: ['test/hosts/support/unpack-browser.ts'],
    // Each worker keeps a browser, and opens the pages of two hosts.
    maxWorkers: 2,
    maxConcurrency: 2,
    reporters,
  },
});
