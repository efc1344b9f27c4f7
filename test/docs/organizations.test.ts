import { describe, expect, test, vi } from 'vitest';
import { type Action, LEAST_ROLE } from '../../src/resolvers/platform/policies/roles.ts';
import { invitationToken, mailsTo } from '../support/mails.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { fencesOf, readPage, tableOf } from './support/markdown.ts';
import { createWalk } from './support/walk.ts';

const page = readPage('docs/organizations.md');

const app = useTestApp();

/** Waits for the mails that are on their way, as a reader would. */
async function fill(text: string): Promise<string> {
  const waiting = () => app.services.db.invitation.count({ where: { mailedAt: null } });
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 30_000 });
  const mails = await mailsTo(app, 'grace@example.com');
  return text
    .replaceAll('http://localhost:4000', app.url)
    .replaceAll('<INVITATION_TOKEN>', invitationToken(mails.at(-1) ?? ''));
}

describe('the requests of the page', () => {
  const walk = createWalk(fill);
  test.each(fencesOf(page))('line $line', walk);
});

/** How the pages say each action. */
const WORDS: Record<Action, RegExp> = {
  'organization.read': /read the organization/,
  'organization.change': /change the organization's name and slug/,
  'organization.delete': /delete the organization/,
  'member.read': /see who the members are/,
  'member.manage': /invite, change and remove editors and viewers/,
  'admin.manage': /give and take the roles admin and owner/,
  'project.read': /read .* its projects/,
  'annotation.read': /read .* annotations/,
  'annotation.create': /write, .* and import annotations/,
  'annotation.change': /change .* annotations/,
  'comment.create': /write, .* replies/,
  'comment.change': /change and delete replies of their own/,
  'comment.moderate': /delete anybody's replies/,
  'snapshot.read': /read .* snapshots/,
  'snapshot.create': /order, .* snapshots/,
  'snapshot.delete': /remove snapshots/,
  'snapshot.compare': /compare .* snapshots/,
  'project.create': /make, .* import .* projects/,
  'project.change': /make, change, .* projects/,
  'project.delete': /delete projects/,
  'environment.manage': /manage environments/,
  'audit.read': /read the audit trail/,
  'webhook.manage': /manage .* webhooks/,
  'integration.manage': /manage .* integrations/,
  'usage.read': /read .* the usage/,
  'billing.manage': /choose the plan, pay for it and settle invoices/,
};

describe.each(['docs/organizations.md', 'docs/rest-api.md'])('the roles of %s', (path) => {
  const rows = tableOf(readPage(path), 'Role', 'May');

  test('are those that there are, the mightiest first', () => {
    expect(rows.map(([role]) => role)).toEqual(['owner', 'admin', 'editor', 'viewer']);
  });

  test.each(Object.entries(LEAST_ROLE))('say %s for %s, and for no other', (action, least) => {
    const saying = rows.filter(([, may = '']) => WORDS[action as Action].test(may)).map(([role]) => role);
    expect(saying).toEqual([least]);
  });
});
