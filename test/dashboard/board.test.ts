// Cost: about 13 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { useOwner, useProject } from '../support/use-owner.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

const owner = useOwner(app, beforeEach);
const project = useProject(app, owner, beforeEach);

const write = (content: string) => createAnnotation(app, owner, project.id, { content });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;
const path = () => `/projects/${project.id}/board`;

/** Texts of the cards in a column, from the top. */
const cardsOf = ({ page }: DashboardPage, column: string) =>
  page.$$eval(`[data-column="${column}"] [data-card] a`, (links) => links.map((link) => link.textContent));

/**
 * Drags a card to the lower edge of an element, by the events that a browser sends: without a
 * window, it does not follow the mouse while something is dragged.
 */
async function drag({ page }: DashboardPage, id: string, target: string): Promise<void> {
  const card = `[data-card="${id}"]`;
  const send = async (selector: string, type: string) => {
    const found = await page.waitForSelector(selector);
    await found?.evaluate((element, name) => {
      const { left, bottom } = element.getBoundingClientRect();
      const [clientX, clientY] = [left + 8, bottom - 2];
      const dataTransfer = new DataTransfer();
      const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY, dataTransfer };
      element.dispatchEvent(new DragEvent(name, init));
    }, type);
  };
  await page.waitForSelector(target);
  await send(card, 'dragstart');
  await page.waitForSelector(`${card}[data-dragged=true]`);
  await send(target, 'dragenter');
  await send(target, 'dragover');
  await page.waitForSelector('[data-target=true]');
  await send(target, 'drop');
  await send(card, 'dragend');
}

test('a card is moved to another column by its menu, another browser sees it, and the move is undone', async () => {
  const { id } = await write('First');
  await write('Second');
  const colleague = await registerMember(app, owner.organizationId, 'viewer');
  const [dashboard, other] = await Promise.all([logIn(owner, path()), logIn(colleague, path())]);
  await other.page.waitForSelector(`[data-column=open] [data-card="${id}"]`);
  expect(await other.page.$('select[aria-label^=Move]')).toBeNull();
  await dashboard.page.waitForSelector(`[data-card="${id}"]`);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.page.select('select[aria-label="Move #1 to"]', 'in_progress');
  await dashboard.page.waitForSelector(`[data-column=in_progress] [data-card="${id}"]`);
  await dashboard.see('#1 is now in In progress, place 1');
  await expect.poll(async () => (await read(id)).status).toBe('in_progress');
  await other.page.waitForSelector(`[data-column=in_progress] [data-card="${id}"]`);
  expect(new URL(dashboard.page.url()).pathname).toBe(`/app${path()}`);

  await dashboard.click('button', 'Undo');
  await expect.poll(async () => (await read(id)).status).toBe('open');
  await expect.poll(() => cardsOf(dashboard, 'open')).toEqual(['Second', 'First']);
  expect([...dashboard.problems, ...other.problems]).toEqual([]);
});

test('cards are moved by keys within and between columns, and the focus stays on them', async () => {
  const { id } = await write('First');
  await write('Second');
  await write('Third');
  const dashboard = await logIn(owner, path());
  const { page } = dashboard;
  await page.waitForSelector(`[data-card="${id}"]`);
  await page.focus(`[data-card="${id}"] a`);
  await page.keyboard.down('Shift');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.up('Shift');
  await dashboard.see('#1 is now in Open, place 2');
  await expect.poll(() => cardsOf(dashboard, 'open')).toEqual(['Third', 'First', 'Second']);
  await page.keyboard.press(']');
  await page.waitForSelector(`[data-column=in_progress] [data-card="${id}"] a:focus`);
  await expect.poll(async () => (await read(id)).status).toBe('in_progress');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('[data-column=open] a:focus');
  await page.reload();
  await expect.poll(() => cardsOf(dashboard, 'open')).toEqual(['Third', 'Second']);

  await page.select('select[aria-label=Columns]', 'priority');
  await page.waitForSelector(`[data-column=normal] [data-card="${id}"]`);
  await page.select('select[aria-label="Move #1 to"]', 'urgent');
  await expect.poll(async () => (await read(id)).priority).toBe('urgent');
  await page.waitForSelector(`[data-column=urgent] [data-card="${id}"]`);
  expect(dashboard.problems).toEqual([]);
});

test('a change of another person does not take back a card whose move is not saved yet', async () => {
  const { id } = await write('First');
  const colleague = await registerMember(app, owner.organizationId, 'viewer');
  const [dashboard, other] = await Promise.all([logIn(owner, path()), logIn(colleague, path())]);
  const { page } = dashboard;
  await Promise.all([page, other.page].map((tab) => tab.waitForSelector(`[data-card="${id}"]`)));
  let release = () => {};
  const seen = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    if (request.postData()?.includes('mutation Move')) await seen;
    await request.continue();
  });
  await page.evaluate(() => {
    const open = document.querySelector('[data-column=open]') as HTMLElement;
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) open.dataset.added = `${open.dataset.added ?? ''} ${node.textContent}`;
      }
    });
    observer.observe(open, { childList: true, subtree: true });
  });
  await page.focus(`[data-card="${id}"] a`);
  await page.keyboard.press(']');
  await page.waitForSelector(`[data-column=in_progress] [data-card="${id}"]`);
  await write('Second');
  // The live update has reached both boards, which wait for the same time before they load again.
  await expect.poll(() => cardsOf(other, 'open')).toContain('Second');
  release();
  await expect.poll(() => cardsOf(dashboard, 'open')).toEqual(['Second']);
  expect((await read(id)).status).toBe('in_progress');
  expect(await page.$eval('[data-column=open]', (open) => (open as HTMLElement).dataset.added)).not.toContain('First');
  expect(dashboard.problems).toEqual([]);
});

test('a card is dragged to a place in another column, and to another assignee', async () => {
  const { id } = await write('First');
  const { id: below } = await write('Second');
  const colleague = await registerMember(app, owner.organizationId, 'editor');
  await rest(app, 'PUT', `/annotations/${below}/status`, { token: owner.token, body: { status: 'in_progress' } });
  const dashboard = await logIn(owner, path());
  const { page } = dashboard;
  await drag(dashboard, id, `[data-column=in_progress] [data-card="${below}"]`);
  await dashboard.see('#1 is now in In progress, place 2');
  await expect.poll(async () => (await read(id)).status).toBe('in_progress');
  await expect.poll(() => cardsOf(dashboard, 'in_progress')).toEqual(['Second', 'First']);
  expect(new URL(page.url()).pathname).toBe(`/app${path()}`);

  await page.select('select[aria-label=Columns]', 'assignee');
  await page.waitForSelector(`[data-column=""] [data-card="${id}"]`);
  await drag(dashboard, id, `[data-column="${colleague.id}"] h2`);
  await expect.poll(async () => (await read(id)).assigneeId).toBe(colleague.id);
  await page.waitForSelector(`[data-column="${colleague.id}"] [data-card="${id}"]`);
  expect(dashboard.problems).toEqual([]);
});
