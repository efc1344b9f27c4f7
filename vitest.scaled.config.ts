import { defineConfig } from 'vitest/config';
import { reporters, shared } from './vitest.config.ts';

/**
 * Tests that use Redis if REDIS_URL is set, and tests of several processes behind a proxy: `npx
 * vitest run --config vitest.scaled.config.ts`. Requires redis-server and caddy.
 */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    include: [
      'test/scaled/*.scaled.ts',
      'test/service/visitors/{annotation-quota,collection-quota}.test.ts',
      'test/service/live/{access,changes,public,relay}.test.ts',
      'test/service/http/web-socket.test.ts',
      'test/webhooks/{delivery,operations,receivers}.test.ts',
      'test/faults/delivery-loop.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts', 'test/scaled/global-setup.ts'],
    maxWorkers: 4,
    reporters,
  },
});
