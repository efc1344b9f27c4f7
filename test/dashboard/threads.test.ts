// Cost: about 25 s, one browser and one service.
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { connectTracker } from '../support/integrations.ts';
import { createPicture, toPng } from '../support/pictures.ts';
import { GITHUB } from '../support/servers/github-double.ts';
import { JIRA } from '../support/servers/jira-double.ts';
import { startTrackerDouble } from '../support/servers/tracker-double.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const owner = useOwner(app, beforeEach);
const project = useProject(app, owner, beforeEach);

const write = (content: string) => createAnnotation(app, owner, project.id, { content });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const list = () => `/projects/${project.id}`;

test('a list of several pages stays complete when a comment is added', async () => {
  const count = 130;
  await write('The oldest');
  for (let number = 2; number <= count; number += 1) await write(`Comment ${number}`);
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  await page.waitForSelector('ol li');
  const size = () => page.$eval('ol li', (row) => Number(row.getAttribute('aria-setsize')));
  /** Scrolls to the end, which loads the next page, until the last comment is drawn. */
  const seeOldest = () =>
    vi.waitUntil(
      async () => {
        await page.$eval('ol', ({ parentElement }) => parentElement?.scrollTo(0, parentElement.scrollHeight));
        return page.$('ol ::-p-text(The oldest)');
      },
      { timeout: 60_000 },
    );
  await seeOldest();
  expect(await size()).toBe(count);
  await write('One more');
  await expect.poll(size).toBe(count + 1);
  await seeOldest();
  expect(dashboard.problems).toEqual([]);
});

test('the service compiles the documents that the dashboard sends', async () => {
  const { id } = await write('First');
  const dashboard = await logIn(owner, list());
  const sent = new Set<string>();
  dashboard.page.on('request', (request) => {
    if (request.url() === `${app.url}/graphql`) sent.add(JSON.parse(request.postData() ?? '{}').query);
  });
  await dashboard.open(`${list()}/comments/${id}`);
  await dashboard.page.waitForSelector('textarea');
  expect(sent.size).toBeGreaterThan(3);
  const manifest = Object.values(JSON.parse(readFileSync('dist/clients/trusted-operations.json', 'utf8')));
  expect([...sent].filter((query) => !manifest.includes(query))).toEqual([]);
});

test('a thread opens at the newest unread reply, with a composer of one line, and is read then', async () => {
  const { id } = await write('First');
  const editor = await registerMember(app, owner.organizationId, 'editor');
  for (let number = 1; number <= 30; number += 1) {
    const body = { content: `Reply ${number}` };
    await rest(app, 'POST', `/annotations/${id}/comments`, { token: editor.token, body });
  }
  await rest(app, 'PUT', `/annotations/${id}/watch`, { token: owner.token, body: { state: 'watching' } });
  const dashboard = await logIn(owner, list());
  const { page } = dashboard;
  const isUnread = () => page.$('main ol a [role=img][aria-label=Unread]').then((mark) => mark !== null);
  await expect.poll(isUnread).toBe(true);
  await page.locator('main ol a').click();
  const isInView = (text: string) =>
    page.$eval(`article li ::-p-text(${text})`, (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await page.waitForSelector('article li ::-p-text(Reply 30)');
  await expect.poll(() => isInView('Reply 30')).toBe(true);
  const height = () => page.$eval('article form', (form) => Math.round(form.getBoundingClientRect().height));
  await expect.poll(height).toBeLessThan(60);
  await expect.poll(isUnread).toBe(false);
  await page.keyboard.press('r');
  await expect.poll(height).toBeGreaterThan(100);
  expect(await dashboard.violations()).toEqual([]);
  expect(dashboard.problems).toEqual([]);
});

test('a reply that cannot be sent keeps its text and says why, also while a part is not loaded', async () => {
  const { id } = await write('First');
  const dashboard = await logIn(owner, list());
  await dashboard.page.setRequestInterception(true);
  const requests: string[] = [];
  dashboard.page.on('request', async (request) => {
    const isTexts = request.url().includes('/assets/deployments-en-');
    if (isTexts) requests.push(request.url());
    await (isTexts && requests.length === 1 ? request.abort() : request.continue());
  });
  const loaded: string[] = [];
  dashboard.page.on('response', (response) => {
    if (response.ok()) loaded.push(response.url());
  });
  await dashboard.open(`${list()}/comments/${id}`);
  await dashboard.page.waitForSelector('textarea');
  await vi.waitUntil(() => requests.length > 0, { timeout: 30_000 });
  await dashboard.page.setOfflineMode(true);
  await dashboard.page.type('textarea', 'Not lost');
  await dashboard.click('button', 'Send');
  await dashboard.see('Not sent: The service is not responding.');
  expect(await dashboard.page.$eval('textarea', ({ value }) => value)).toBe('Not lost');
  await dashboard.page.setOfflineMode(false);
  await dashboard.click('button', 'Send');
  await dashboard.page.waitForSelector('article li ::-p-text(Not lost)');
  await vi.waitUntil(() => loaded.some((url) => url.startsWith(requests[0] ?? '?')), { timeout: 30_000 });
});

test('files are pasted, dropped and removed, sent with a reply, and one that fails is sent again', async () => {
  const { id } = await write('First');
  const dashboard = await logIn(owner, `${list()}/comments/${id}`);
  const { page } = dashboard;
  await page.waitForSelector('textarea');
  const bytes = await toPng(createPicture(40, 30, () => [36, 88, 201]));
  await page.evaluate((picture) => {
    const transfer = (files: [BlobPart, string, string][]) => {
      const data = new DataTransfer();
      for (const [part, name, type] of files) data.items.add(new File([part], name, { type }));
      return data;
    };
    const png = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const clipboardData = transfer([[png, 'image.png', 'image/png']]);
    const options = { bubbles: true, cancelable: true };
    const text = document.querySelector('textarea');
    text?.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData }));
    const dataTransfer = transfer([
      ['GET /cart 500', 'requests.log', ''],
      ['<p>', 'page.html', 'text/html'],
      ['no picture', 'broken.png', 'image/png'],
      ['secret', 'secret.txt', 'text/plain'],
    ]);
    text?.closest('form')?.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer }));
  }, bytes.toString('base64'));
  await dashboard.see('page.html cannot be attached');
  await dashboard.click('button', 'Remove secret.txt');
  expect(await page.$$eval('form li [title]', (items) => items.map((item) => item.getAttribute('title')))).toEqual(
    ['image.png', 'requests.log', 'broken.png'].flatMap((name) => [name, `Remove ${name}`]),
  );
  await dashboard.click('button', 'Send');
  await dashboard.see('broken.png is not stored: ');
  await page.waitForSelector('article li ::-p-text(image.png, requests.log, broken.png)');
  await dashboard.click('button', 'Remove broken.png');
  const picture = await page.waitForSelector('article ol img[alt="image.png"]');
  await expect.poll(() => picture?.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(40);
  expect((await rest(app, 'GET', `/annotations/${id}/attachments`, { token: owner.token })).body).toMatchObject([
    { name: 'image.png', contentType: 'image/png' },
    { name: 'requests.log', contentType: 'text/plain', size: 13 },
  ]);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.click('button', 'Remove requests.log');
  await page.locator('dialog[open] button ::-p-text(Delete)').click();
  await page.waitForSelector('article ol [title="requests.log"]', { hidden: true });
  expect(dashboard.problems).toEqual([expect.stringContaining('400')]);
});

test('an issue is created in a chosen tracker, and everything is copied for an agent', async () => {
  const { id, appLink } = await write('Wrong price');
  const trackers = await Promise.all([startTrackerDouble(GITHUB), startTrackerDouble(JIRA)]);
  for (const tracker of trackers) await connectTracker(app, owner, project.id, tracker, { name: tracker.provider });
  const editor = await registerMember(app, owner.organizationId, 'editor');
  const dashboard = await logIn(editor, `${list()}/comments/${id}`);
  const { page } = dashboard;
  await dashboard.click('button', 'Create an issue');
  await dashboard.click('button', 'github');
  await page.waitForSelector('dd a ::-p-text(#1)');
  await dashboard.click('button', 'Create an issue in jira');
  await expect.poll(async () => (await read(id)).externalIssues.length).toBe(2);
  await page.waitForSelector('button ::-p-text(Create an issue)', { hidden: true });
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.title = text;
    };
  });
  await dashboard.click('button', 'Copy for agent');
  await dashboard.see('Copied');
  const copied = await page.title();
  for (const part of ['# Comment 1', 'Wrong price', '- Issue: ` #1 `', appLink]) expect(copied).toContain(part);
  expect(dashboard.problems).toEqual([]);
  await Promise.all(trackers.map((tracker) => tracker.close()));
});

test('a viewer reads, a guest replies publicly, and neither changes the status', async () => {
  const { id } = await write('First');
  const viewer = await registerMember(app, owner.organizationId, 'viewer');
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const ofViewer = await logIn(viewer, `${list()}/comments/${id}`);
  await ofViewer.see('No capture has shown it yet');
  expect(await ofViewer.page.$('textarea')).toBeNull();
  expect(await ofViewer.page.$$eval('select[aria-label=Status]:disabled', ({ length }) => length)).toBe(1);

  const ofGuest = await logIn(guest, `${list()}/comments/${id}`);
  await ofGuest.see('No capture has shown it yet');
  expect(await ofGuest.page.$('button ::-p-text(Internal note)')).toBeNull();
  await ofGuest.page.type('textarea', 'From the client');
  await ofGuest.click('button', 'Send');
  await ofGuest.page.waitForSelector('article li ::-p-text(From the client)');
  expect(ofGuest.problems).toEqual([]);
});
