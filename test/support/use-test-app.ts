import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

type Options = Parameters<typeof startTestApp>[0];

/**
 * Starts an app for the tests of a file or a `describe`. Registers the hooks: the app starts before
 * all hooks below and is closed after the tests.
 * @param options options of `startTestApp`, or a function that returns them when the app starts
 * @returns the app, usable in hooks and tests
 */
export function useTestApp(options?: Options | (() => Options)): TestApp {
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(typeof options === 'function' ? options() : options);
  });
  afterAll(() => started?.close());
  const app = (): TestApp => {
    if (!started) throw new Error('the app has not started: use it only in hooks and tests');
    return started;
  };
  return {
    get url() {
      return app().url;
    },
    get services() {
      return app().services;
    },
    get routes() {
      return app().routes;
    },
    get databaseUrl() {
      return app().databaseUrl;
    },
    get dataDir() {
      return app().dataDir;
    },
    close: () => app().close(),
  };
}
