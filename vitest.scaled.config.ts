import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** `npx vitest run --config vitest.scaled.config.ts`: what works over Redis when REDIS_URL is set. Needs redis-server. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [
      'test/scaled/*.scaled.ts',
      'test/service/visitors/{annotation-room,collection-room}.test.ts',
      'test/service/live/{access,changes,public,relay}.test.ts',
      'test/service/http/web-socket.test.ts',
      'test/webhooks/{delivery,operations,receivers}.test.ts',
      'test/faults/delivery-loop.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts', 'test/scaled/global-setup.ts'],
  },
});
