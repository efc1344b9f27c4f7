import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { fenceAt, fencesOf, fill, readPage } from './support/markdown.ts';
import { createWalk } from './support/walk.ts';

const page = readPage('docs/export.md');

const app = useTestApp();

test('prints every annotation with every reply', async () => {
  const user = await registerUser(app);
  const { token } = user;
  const project = await createProject(app, user);
  const thread = await createAnnotation(app, user, project.id);
  const replies = Array.from({ length: 125 }, (_, index) => `Reply ${index}`);
  for (const content of replies) {
    await rest(app, 'POST', `/annotations/${thread.id}/comments`, { token, body: { content } });
  }
  const comments = Array.from({ length: 230 }, (_, index) => ({ content: `${index}`, url: 'https://shop.example/' }));
  await rest(app, 'POST', `/v1/projects/${project.id}/import/comments`, { token, body: { source: 'csv', comments } });

  const values = { 'https://pinbound.example': app.url, '<PROJECT_ID>': project.id, '<ACCESS_TOKEN>': token };
  const script = fill(fenceAt(page, 'js').text, values);
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 231 }, (_, index) => index + 1),
  );
  const exported = lines.find(({ id }) => id === thread.id);
  expect(exported.replies.map(({ content }: { content: string }) => content)).toEqual(replies);
});

describe('data of a person', () => {
  const start = page.split('\n').indexOf('## Data of a person');
  const walk = createWalk((text) => text.replaceAll('http://localhost:4000', app.url));
  test.each(fencesOf(page).filter(({ line }) => line > start))('line $line', walk);
});
