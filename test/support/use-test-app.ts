import { afterAll, beforeAll } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

type Options = Parameters<typeof startTestApp>[0];

/**
 * An app for the tests of a file, or of a `describe`: registers the hooks that start it before all other hooks below, and close it.
 * @param options as `startTestApp` takes them, or what gives them when the app starts
 * @returns the app, for hooks and tests
 */
export function useTestApp(options?: Options | (() => Options)): TestApp {
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(typeof options === 'function' ? options() : options);
  });
  afterAll(() => started?.close());
  const app = (): TestApp => {
    if (!started) throw new Error('the app has not started: ask for it in hooks and tests alone');
    return started;
  };
  return {
    get url() {
      return app().url;
    },
    get services() {
      return app().services;
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
