import { afterAll, beforeAll, describe, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fencesOf, readPage } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { createWalk, walkThroughApi } from './support/walk.ts';

const page = readPage('docs/billing.md');

let app: TestApp;
const shell = new Shell();
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_USER: '600' } });
  await walkThroughApi(shell, app.url);
});
afterAll(() => app.close());

describe('the page goes on from the walk through the API', () => {
  test.each(fencesOf(page))(
    'line $line',
    createWalk((text) => text, shell),
  );
});
