import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { invitationToken, mailsTo } from '../support/mails.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fencesOf, readPage, tableOf } from './support/markdown.ts';
import { createWalk } from './support/walk.ts';

const page = readPage('docs/organizations.md');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Waits for the mails that are on their way, as a reader would. */
async function fill(text: string): Promise<string> {
  await vi.waitUntil(async () => (await app.services.db.invitation.count({ where: { mailedAt: null } })) === 0);
  const mails = await mailsTo(app, 'grace@example.com');
  return text
    .replaceAll('http://localhost:4000', app.url)
    .replaceAll('<INVITATION_TOKEN>', invitationToken(mails.at(-1) ?? ''));
}

describe('the requests of the page', () => {
  const walk = createWalk(fill);
  test.each(fencesOf(page))('line $line', walk);
});

test('the roles are those that there are, the mightiest first', () => {
  expect(tableOf(page, 'Role', 'May').map(([role]) => role)).toEqual(['owner', 'admin', 'editor', 'viewer']);
});
