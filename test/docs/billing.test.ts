import { beforeAll, describe, test } from 'vitest';
import { useTestApp } from '../support/use-test-app.ts';
import { fencesOf, readPage } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { createWalk, walkThroughApi } from './support/walk.ts';

const page = readPage('docs/billing.md');

const app = useTestApp({ env: { RATE_LIMIT_USER: '600' } });
const shell = new Shell();
beforeAll(async () => {
  await walkThroughApi(shell, app.url);
});

describe('commands after the walk through the API', () => {
  test.each(fencesOf(page))(
    'line $line',
    createWalk((text) => text, shell),
  );
});
