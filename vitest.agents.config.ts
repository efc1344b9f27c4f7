import { defineConfig } from 'vitest/config';
import { reporters, shared } from './vitest.config.ts';

/** Agents' programs and Node.js 24, from npm: `npm run test:agents`, which installs them. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: ['test/agents/*.agents.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    reporters,
  },
});
