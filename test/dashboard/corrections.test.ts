// Cost: about 20 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember, type TestUser } from '../support/factories.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const owner = useOwner(app, beforeEach);
const project = useProject(app, owner, beforeEach);

const texts = async (id: string, token = owner.token) =>
  (await rest(app, 'GET', `/annotations/${id}/comments`, { token })).body.map(
    ({ content }: { content: string }) => content,
  );
const openThread = (user: TestUser, id: string) => logIn(user, `/projects/${project.id}/comments/${id}`);

test('a member edits their reply, reads its former text, and deletes it after a question', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'First' });
  await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content: 'iplease check' } });
  const dashboard = await openThread(owner, id);
  const { page } = dashboard;
  await dashboard.click('button', 'Edit the reply');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('Please check');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await page.waitForSelector('article ol ::-p-text(Edited)');
  expect(await texts(id)).toEqual(['Please check']);
  await page.locator('article ol summary').click();
  await dashboard.see('iplease check');
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.click('button', 'Delete the reply');
  await dashboard.see('Delete this reply?');
  await page.locator('dialog[open] button ::-p-text(Delete)').click();
  await dashboard.see('Ada deleted a reply');
  expect(await texts(id)).toEqual([]);
  expect(dashboard.problems).toEqual([]);
});

test('the author edits the text of a comment; the replies of others offer nothing to an editor', async () => {
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const { id } = await createAnnotation(app, editor, project.id, { content: 'Frist' });
  await rest(app, 'POST', `/annotations/${id}/comments`, { token: owner.token, body: { content: 'What?' } });
  const dashboard = await openThread(editor, id);
  const { page } = dashboard;
  await page.waitForSelector('article li ::-p-text(What?)');
  expect(await page.$('::-p-aria([name="Edit the reply"][role="button"])')).toBeNull();
  expect(await page.$('::-p-aria([name="Delete the reply"][role="button"])')).toBeNull();
  await dashboard.click('button', 'Edit the text');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await dashboard.click('button', 'Save');
  await page.waitForSelector('h2 ::-p-text(Frist!)');
  await page.locator('article ol summary ::-p-text(Earlier text)').click();
  expect(await page.$eval('article ol del', ({ textContent }) => textContent)).toBe('Frist');
});

test('a sent reply is in view, leaves the keys to shortcuts, and is undone with its text', async () => {
  const { id } = await createAnnotation(app, owner, project.id, { content: 'First' });
  for (let number = 1; number <= 12; number += 1) {
    await rest(app, 'POST', `/annotations/${id}/comments`, {
      token: owner.token,
      body: { content: `Reply ${number}` },
    });
  }
  const dashboard = await openThread(owner, id);
  const { page } = dashboard;
  await page.waitForSelector('article li ::-p-text(Reply 12)');
  await page.type('textarea', 'The newest');
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  const reply = await page.waitForSelector('article li ::-p-text(The newest)');
  await expect.poll(() => reply?.isIntersectingViewport({ threshold: 1 })).toBe(true);
  await page.keyboard.press('i');
  await page.waitForSelector('form[data-visibility="internal"] textarea:focus');
  expect(await page.$eval('textarea', ({ value }) => value)).toBe('');
  await dashboard.click('button', 'Undo');
  await page.waitForSelector('article li ::-p-text(The newest)', { hidden: true });
  expect(await page.$eval('textarea', ({ value }) => value)).toBe('The newest');
  expect(await texts(id)).not.toContain('The newest');
  expect(dashboard.problems).toEqual([]);
});

test('the composer names its readers', async () => {
  const body = {
    projectKey: project.projectKey,
    content: 'Where is it?',
    url: 'https://shop.example/',
    name: 'Grace',
  };
  const { id } = (await rest(app, 'POST', '/annotations/public', { body })).body;
  const editor = await registerMember(app, owner.organizationId, 'editor');
  await rest(app, 'POST', `/annotations/${id}/comments`, { token: editor.token, body: { content: 'Here' } });
  await rest(app, 'PUT', `/annotations/${id}/watch`, { token: editor.token, body: { state: 'watching' } });
  const dashboard = await openThread(owner, id);
  await dashboard.page.locator('article textarea').click();
  await dashboard.see('For Grace (reporter) and ');
  await dashboard.see('Visitors may read it, too.');
  await dashboard.click('button', 'Internal note');
  await dashboard.see('For your team only.');
});
