import { describe, expect, test } from 'vitest';
import { createProject, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { fenceAt, fencesOf, readPage } from './support/markdown.ts';
import { createWalk } from './support/walk.ts';

const page = readPage('docs/rest-api.md');
const start = page.split('\n').indexOf('## A walk through the API');

const app = useTestApp({ env: { RATE_LIMIT_USER: '600' } });

test('returns the error shown in the conventions', async () => {
  const { token, ...user } = await registerUser(app);
  const { id } = await createProject(app, { token, ...user });
  const response = await fetch(`${app.url}/annotations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: id, content: '', url: 'ftp://shop.example' }),
  });
  expect(await response.json()).toEqual(JSON.parse(fenceAt(page, 'json').text));
});

describe('walk through the API', () => {
  const walk = createWalk((text) => text.replaceAll('http://localhost:4000', app.url));
  test.each(fencesOf(page).filter(({ line }) => line > start))('line $line', walk);
});
