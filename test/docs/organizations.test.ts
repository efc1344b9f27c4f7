import { describe, expect, test, vi } from 'vitest';
import { type Action, can, leastRole, ROLES_OF } from '../../src/resolvers/platform/policies/roles.ts';
import { invitationToken, mailsTo } from '../support/mails.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { fencesOf, readPage, tableOf } from './support/markdown.ts';
import { createWalk } from './support/walk.ts';

const page = readPage('docs/organizations.md');

const app = useTestApp();

/** Waits for pending mails, as a reader would. */
async function fill(text: string): Promise<string> {
  const waiting = () => app.services.db.invitation.count({ where: { mailedAt: null } });
  await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 100_000 });
  const mails = await mailsTo(app, 'grace@example.com');
  return text
    .replaceAll('http://localhost:4000', app.url)
    .replaceAll('<INVITATION_TOKEN>', invitationToken(mails.at(-1) ?? ''));
}

describe('requests', () => {
  const walk = createWalk(fill);
  test.each(fencesOf(page))('line $line', walk);
});

/** Phrase of each action in the tables of roles. */
const PHRASES: Record<Action, RegExp> = {
  'organization.read': /read the organization/,
  'organization.change': /change the organization's name and slug/,
  'organization.delete': /delete the organization/,
  'member.read': /list the members/,
  'member.manage': /invite, change and remove editors, viewers and guests/,
  'admin.manage': /grant and revoke the roles admin and owner/,
  'token.manage': /manage .* project tokens/,
  'personalData.manage': /export and erase visitors/,
  'project.read': /read .* its projects/,
  'annotation.read': /read .* annotations/,
  'annotation.create': /write annotations|write, .* annotations/,
  'annotation.import': /and import annotations/,
  'diagnostics.read': /read .* with diagnostics/,
  'activity.read': /read .* activity/,
  'annotation.change': /write, change.* annotations/,
  'annotation.publish': /make them public or internal/,
  'annotation.delete': /write, change, delete and import annotations/,
  'annotation.export': /export annotations/,
  'label.manage': /manage labels/,
  'view.manage': /save views/,
  'view.share': /share views/,
  'comment.create': /write, .* replies|reply to annotations/,
  'comment.change': /change and delete their own replies/,
  'comment.moderate': /delete anyone's replies/,
  'snapshot.read': /read .* snapshots/,
  'snapshot.create': /request, .* snapshots/,
  'snapshot.delete': /remove snapshots/,
  'snapshot.compare': /compare .* snapshots/,
  'deployment.create': /start and cancel deployments/,
  'review.write': /review deployments/,
  'baseline.accept': /accept baselines/,
  'guard.retire': /retire guards/,
  'project.create': /create, .* import .* projects/,
  'project.change': /create, change, .* projects/,
  'project.delete': /delete projects/,
  'environment.manage': /manage environments/,
  'captureCredentials.manage': /set capture credentials/,
  'audit.read': /read the audit trail/,
  'webhook.manage': /manage .* webhooks/,
  'issue.create': /create issues/,
  'integration.manage': /manage .* integrations/,
  'usage.read': /read .* the usage/,
  'billing.manage': /choose the plan, pay for it and settle invoices/,
};

describe.each(['docs/organizations.md', 'docs/rest-api.md'])('roles of %s', (path) => {
  const rows = tableOf(readPage(path), 'Role', 'May');

  test('are all roles, the most privileged first', () => {
    expect(rows.map(([role]) => role)).toEqual(['owner', 'admin', 'editor', 'viewer', 'guest']);
  });

  test.each(Object.keys(ROLES_OF) as Action[])(
    'list %s for its lowest role, and for guests if they have it',
    (action) => {
      const listing = rows.filter(([, may = '']) => PHRASES[action].test(may)).map(([role]) => role);
      expect(listing).toEqual([leastRole(action), ...(can('guest', action) ? ['guest'] : [])]);
    },
  );
});
