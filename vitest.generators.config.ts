import { defineConfig } from 'vitest/config';
import { reporters, shared } from './vitest.config.ts';

/** Generators of clients and linters: `npm run test:generators`, which installs them. */
export default defineConfig({
  ...shared,
  test: { ...shared.test, include: ['test/generators/*.generators.ts'], reporters },
});
