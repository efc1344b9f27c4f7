import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RestAnswer, rest } from '../support/client.ts';
import { createProject, registerUser } from '../support/factories.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fenceAt, fencesOf, readPage } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { asShown } from './support/shown.ts';

const page = readPage('docs/rest-api.md');
const start = page.split('\n').indexOf('## A walk through the API');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_USER: '600' } });
});
afterAll(() => app.close());

test('the error in the conventions is what the service answers', async () => {
  const { token, ...user } = await registerUser(app);
  const { id } = await createProject(app, { token, ...user });
  const { body } = await rest(app, 'POST', '/annotations', {
    token,
    body: { projectId: id, content: '', url: 'ftp://shop.example' },
  });
  expect(body).toEqual(JSON.parse(fenceAt(page, 'json').text));
});

describe('the walk through the API', () => {
  const shell = new Shell();
  let answer: RestAnswer | undefined;

  test.each(fencesOf(page).filter(({ line }) => line > start))('line $line', async ({ language, text, after }) => {
    if (language === 'bash') {
      const answers = await shell.run(text.replaceAll('http://localhost:4000', app.url));
      answer = answers.pop();
      for (const each of answers) expect(each.status, JSON.stringify(each.body)).toBeLessThan(300);
      if (!answer) return;
      const [, status] = /\banswer\b[^`.]*`(\d{3})`/i.exec(after) ?? [];
      if (status) expect(answer.status, JSON.stringify(answer.body)).toBe(Number(status));
      else expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    } else if (language === 'json') {
      const shown: unknown = JSON.parse(text);
      expect(asShown(answer?.body, shown)).toEqual(shown);
    } else {
      expect(language).toBe('http');
      for (const line of text.split('\n')) {
        const [name = '', value = ''] = line.split(': ');
        expect(answer?.headers.get(name), name).toMatch(/^\d+$/.test(value) ? /^\d+$/ : /./);
      }
    }
  });
});
