import { defineConfig } from 'vitest/config';
import { shared } from '../../vitest.config.ts';

/**
 * All test files in one project, whose two workers import the service once each. The projects of
 * the suite would import it ten times to list their cases.
 */
export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ['src/**/*.test.ts', 'test/**/*.test.ts'], maxWorkers: 2 },
});
