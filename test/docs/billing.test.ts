import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fenceAt, fencesOf, readPage } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { asShown } from './support/shown.ts';

const page = readPage('docs/billing.md');
const shell = new Shell();
let app: TestApp;
let answer: RestAnswer | undefined;

beforeAll(async () => {
  app = await startTestApp();
  const walk = readPage('docs/rest-api.md');
  // Of the walk: the variables, registering, the token, the organization.
  for (const place of [0, 1, 2, 3]) {
    await shell.run(fenceAt(walk, 'bash', place).text.replaceAll('http://localhost:4000', app.url));
  }
});
afterAll(() => app.close());

test.each(fencesOf(page))('line $line', async ({ language, text }) => {
  if (language === 'bash') {
    const answers = await shell.run(text);
    for (const each of answers) expect(each.status, JSON.stringify(each.body)).toBe(200);
    answer = answers.at(-1);
  } else {
    expect(language).toBe('json');
    const shown: unknown = JSON.parse(text);
    expect(asShown(answer?.body, shown)).toEqual(shown);
  }
});
