// Cost: about 12 s, one browser and one service.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerMember, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';
import { inspect } from './support/inspect.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

test('an owner renames, invites, changes and removes, and reads it in the audit trail', async () => {
  const owner = await registerUser(app);
  const { organizationId, token } = owner;
  const { id } = await createProject(app, owner);
  const editor = await registerMember(app, organizationId, 'editor');
  const settings = `/organizations/${organizationId}/settings`;
  const dashboard = await logIn(owner, settings);
  const { page } = dashboard;
  await page.locator('input[name=name]').fill('Looms & co');
  await page.keyboard.press('Enter');
  await dashboard.see('Saved');
  await inspect(dashboard);

  await dashboard.click('link', 'Members');
  await dashboard.click('button', 'Change editor');
  await page.waitForSelector('dialog select[name=role]');
  await page.select('dialog select[name=role]', 'viewer');
  await page.locator('dialog input[name=allProjects]').click();
  await page.locator(`dialog input[value="${id}"]`).click();
  await dashboard.click('button', 'Save');
  await dashboard.see('Projects: 1');
  const { body } = await rest(app, 'GET', `/organizations/${organizationId}/members`, { token });
  expect(body.find(({ userId }: { userId: string }) => userId === editor.id)).toMatchObject({
    role: 'viewer',
    allProjects: false,
    projectIds: [id],
  });
  await inspect(dashboard);
  await dashboard.click('button', 'Remove editor');
  await dashboard.click('button', 'Remove');
  await page.waitForFunction(() => !document.querySelector('[aria-label="Remove editor"]'));

  await dashboard.click('link', 'Invitations');
  await dashboard.click('button', 'Invite a person');
  await page.locator('dialog input[name=email]').fill('grace@example.com');
  await dashboard.click('button', 'Send the invitation');
  await dashboard.see('Invitation sent to grace@example.com.');
  await dashboard.click('button', 'Close');
  await page.waitForSelector('li ::-p-text(grace@example.com)');
  await dashboard.click('button', 'Revoke grace@example.com');
  await dashboard.click('button', 'Revoke');
  await dashboard.see('No open invitations');

  await dashboard.click('link', 'Plan and usage');
  await dashboard.see('Plan: Self-hosted');
  await page.waitForSelector('li ::-p-text(Current plan)');
  await inspect(dashboard);

  await dashboard.click('link', 'Audit trail');
  await dashboard.see(`Member removed: ${editor.email}`);
  await page.select('main select', 'organization_changed');
  await dashboard.see('Looms & co');
  await dashboard.seeNot(`Member removed: ${editor.email}`);
  expect(page.url()).toContain('action=organization_changed');
  await inspect(dashboard);
  expect(dashboard.problems).toEqual([]);
});

test('an editor reads the organization and changes nothing', async () => {
  const owner = await registerUser(app);
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const dashboard = await logIn(editor, `/organizations/${owner.organizationId}/settings`);
  await dashboard.see('Owners and admins can change this.');
  const links = await dashboard.page.$$eval('main nav a', (all) => all.map(({ textContent }) => textContent));
  expect(links).toEqual(['General', 'Members']);
  await dashboard.open(`/organizations/${owner.organizationId}/settings/audit`);
  await dashboard.see('Owners and admins can change this.');
  expect(await dashboard.page.$('main select')).toBeNull();
});
