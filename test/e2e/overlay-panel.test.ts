// Cost: about 40 s: two sites and a service in a real browser, shared by all cases.
import type { BrowserContext } from 'puppeteer-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OverlayPage } from '../clients/support/overlay-page.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, registerMember } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { PANEL, ROOT, useOverlayPanelSite } from './overlay-panel-site.ts';
import { logIn, openPopup, press, see, settle } from './panel-actions.ts';

const app = useTestApp();
const bench = useOverlayPanelSite(app);
const BODY = `<h1 style="margin-top:300px">Fresh bread</h1><p>Every morning</p>
  <div style="height:2000px"></div><h2>Spelt</h2>`;
/** A device on which the member is logged in to the panel. */
let device: BrowserContext;

const comment = (selector: string, text: string, more: object = {}) =>
  createAnnotation(app, bench.owner, bench.project.id, {
    url: `${bench.site.origin}/`,
    metadata: { selector, xpath: '', text, offset: { x: 0.5, y: 0.5 } },
    ...more,
  });
const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: bench.owner.token })).body;
const isShown = (overlay: OverlayPage) => overlay.page.evaluate(`!${PANEL}.querySelector('.panel').hidden`);
const outlined = (overlay: OverlayPage) =>
  overlay.page.evaluate(`(({ hidden, style }) => hidden ? '' : style.height)(${ROOT}.querySelector('.outline'))`);
const stored = ({ page }: OverlayPage) => page.evaluate("JSON.parse(localStorage.getItem('svc-overlay'))?.panels");

beforeAll(async () => {
  bench.serve('/', BODY);
  const { id } = await comment('h1', 'Fresh bread', { content: 'Which bread?' });
  device = await bench.browser.createBrowserContext();
  const overlay = await bench.open('/', device);
  await bench.enter(overlay, 'Which bread?');
  await overlay.page.close();
  await app.services.db.annotation.delete({ where: { id } });
});
afterEach(async () => {
  await app.services.db.annotation.deleteMany({ where: { projectId: bench.project.id } });
  for (const page of await device.pages()) await page.close();
});

describe('a member', () => {
  test('opens a pin in the panel, answers and resolves, without another log-in', async () => {
    const { id } = await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    const overlay = await bench.open('/', device);
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Resolve and next');
    await panel.locator('textarea').fill('Rye');
    // Chromium discards a press while the frame is still moving on a busy machine.
    const send = async () => {
      if (await panel.$eval('textarea', ({ value }) => value)) await press(panel, 'Send');
      return (await read(id)).commentCount;
    };
    await expect.poll(send, { interval: 5_000 }).toBe(1);
    await press(panel, 'Resolve and next');
    await overlay.see('.pin.resolved');
    expect((await read(id)).status).toBe('resolved');
    await panel.locator('button[aria-label="Close the panel"]').click();
    await overlay.unsee('.panel iframe');
    expect(await overlay.page.evaluate(`${ROOT}.activeElement.className`)).toContain('pin');
    expect(overlay.consoleLines).toEqual([]);
  });

  test('sees the pins of internal comments without their texts, until the log-out', async () => {
    await comment('h1', 'Fresh bread', { content: 'Do not tell anybody', visibility: 'internal' });
    const overlay = await bench.open('/', device);
    await overlay.see('.pin');
    expect(await isShown(overlay)).toBe(false);
    expect(await overlay.page.evaluate(`${ROOT}.textContent + ${ROOT}.innerHTML`)).not.toContain('Do not tell');
    const other = await bench.browser.createBrowserContext();
    const own = await bench.open('/', other);
    const panel = await bench.enter(own, 'Do not tell anybody');
    await own.see('.pin');
    expect(await stored(own)).toEqual({ [`${app.url} ${bench.project.id}`]: 'docked' });
    await panel.locator('button[aria-label="Log out of the panel"]').click();
    await own.unsee('.pin');
    await expect.poll(() => stored(own)).toBeUndefined();
    await other.close();
  });

  test('follows a link to an internal comment: the log-in is in the list, and the thread opens after it', async () => {
    const { number } = await comment('h1', 'Fresh bread', { content: 'Do not tell anybody', visibility: 'internal' });
    const other = await bench.browser.createBrowserContext();
    const overlay = await bench.open(`/#pinbound=${number}`, other);
    expect(await overlay.text('.toast')).toContain('is not on this page, or only the team sees it');
    await overlay.click('.drawer .link');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await logIn(await openPopup(overlay.page, panel), bench.owner.email);
    await see(panel, 'Resolve and next');
    await other.close();
    // On the member's device the thread opens at once.
    const again = await bench.open(`/#pinbound=${number}`, device);
    await again.see('.panel iframe');
    await see(await bench.panelOf(again), 'Resolve and next');
  });

  test('chooses an element for a pin on the page, and confirms it in the panel; Esc chooses none', async () => {
    const { id } = await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    const overlay = await bench.open('/', device);
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Resolve and next');
    await press(panel, 'Move the pin');
    await overlay.see('.sheet');
    expect(await isShown(overlay)).toBe(false);
    await overlay.page.keyboard.press('Escape');
    await overlay.see('.panel iframe');
    await expect.poll(() => panel.evaluate('document.body.innerText')).not.toContain('Choose the element');
    await settle(panel);
    await press(panel, 'Move the pin');
    await overlay.see('.sheet');
    const box = await (await overlay.page.$('p'))?.boundingBox();
    await overlay.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await see(panel, 'Move the pin to this element?');
    expect((await read(id)).domFingerprint.text).toBe('Fresh bread');
    await settle(panel);
    await press(panel, 'Move the pin');
    await expect.poll(async () => (await read(id)).domFingerprint.text).toBe('Every morning');
  });

  test('points at pins from the panel: an opened comment is scrolled to, a row is outlined', async () => {
    await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    await comment('h2', 'Spelt', { content: 'Which spelt?' });
    const overlay = await bench.open('/', device);
    // The pin of the newer comment is below the window.
    await overlay.see('.pin:not([hidden])');
    await overlay.click('.badge');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Which spelt?');
    expect(await outlined(overlay)).toBe('');
    await panel.locator('li[data-id] ::-p-text(Which bread?)').hover();
    await expect.poll(() => outlined(overlay)).not.toBe('');
    expect(await overlay.page.evaluate('scrollY')).toBe(0);
    await panel.locator('li[data-id] ::-p-text(Which spelt?)').click();
    await expect.poll(() => overlay.page.evaluate('scrollY')).toBeGreaterThan(1_000);
    await panel.locator('button[aria-label="Close the panel"]').click();
    await overlay.unsee('.panel iframe');
    expect(await outlined(overlay)).toBe('');
  });

  test('edits and deletes their reply in the panel, which changes no reply of others', async () => {
    const { id } = await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    const path = `/annotations/${id}/comments`;
    const editor = await registerMember(app, bench.owner.organizationId, 'editor');
    for (const [token, content] of [
      [editor.token, 'Ask the baker'],
      [bench.owner.token, 'Ryye'],
    ] as const)
      await rest(app, 'POST', path, { token, body: { content } });
    const replies = async () =>
      (await rest(app, 'GET', path, { token: bench.owner.token })).body.map(
        ({ content }: { content: string }) => content,
      );
    const overlay = await bench.open('/', device);
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    const edit = 'button[aria-label="Edit the reply"]';
    await see(panel, 'Ryye');
    await settle(panel);
    expect(await panel.$$(edit)).toHaveLength(1);
    await panel.locator(edit).click();
    await panel.locator('article li textarea').fill('Rye');
    await press(panel, 'Save');
    await expect.poll(replies).toEqual(['Ask the baker', 'Rye']);
    await panel.locator(`li:has(${edit}) button[aria-label="Delete the reply"]`).click();
    await see(panel, 'Delete this reply?');
    await settle(panel);
    await panel.locator('dialog[open] button ::-p-text(Delete)').click();
    await expect.poll(replies).toEqual(['Ask the baker']);
    await expect.poll(() => panel.$$(edit)).toEqual([]);
  });

  test('docks the panel or lets it float, also after a reload', async () => {
    await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    const overlay = await bench.open('/', device);
    await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
    await overlay.see('.panel.docked');
    const panel = await bench.panelOf(overlay);
    await panel.locator('button[aria-label="Dock or float"]').click();
    await overlay.see('.panel.floating');
    await overlay.page.reload();
    await overlay.until('SvcConfig.overlay');
    await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
    const box = await (await overlay.see('.panel.floating')).boundingBox();
    expect(box).toMatchObject({ width: 390 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(700);
    await (await bench.panelOf(overlay)).locator('button[aria-label="Dock or float"]').click();
    await overlay.see('.panel.docked');
  });

  test('has the whole window on a phone, and sees the pin when asked to', async () => {
    bench.serve('/phone', `<meta name="viewport" content="width=device-width">${BODY}`);
    await comment('h2', 'Spelt', { content: 'Which spelt?', url: `${bench.site.origin}/phone` });
    const overlay = await bench.open('/phone', device);
    await overlay.page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    await overlay.page.reload();
    await overlay.click('.badge');
    const box = await (await overlay.see('.panel iframe')).boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    const panel = await bench.panelOf(overlay);
    await panel.locator('li[data-id] a').click();
    await see(panel, 'Resolve and next');
    expect(await isShown(overlay)).toBe(true);
    await press(panel, 'Show on the page');
    await overlay.unsee('.panel iframe');
    await overlay.see('.pin');
    expect(await overlay.page.evaluate('scrollY')).toBeGreaterThan(1_000);
  });

  test('sees the comments of the page that an application has navigated to', async () => {
    await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    await comment('h1', 'Fresh bread', { content: 'Which cart?', url: `${bench.site.origin}/cart` });
    const overlay = await bench.open('/', device);
    await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Which bread?');
    await overlay.page.evaluate("history.pushState(null, '', '/cart')");
    await see(panel, 'Which cart?');
    expect(await panel.evaluate('document.body.innerText')).not.toContain('Which bread?');
  });

  test('keeps what is typed in the panel while the overlay’s element moves into a dialog', async () => {
    await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    const overlay = await bench.open('/', device);
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await panel.locator('textarea').fill('Half an answer');
    await overlay.page.evaluate(`{
      const dialog = document.createElement('dialog');
      document.body.append(dialog);
      dialog.showModal();
    }`);
    await overlay.until("document.querySelector('dialog > svc-overlay')");
    await overlay.page.evaluate("document.querySelector('dialog').remove()");
    await overlay.until("document.querySelector('html > svc-overlay:not([data-svc-asset=panel])')");
    expect(await panel.$eval('textarea', ({ value }) => value)).toBe('Half an answer');
  });

  test('uses the panel in a modal dialog of the page, and keeps what is typed when the dialog closes', async () => {
    await comment('h1', 'Fresh bread', { content: 'Which bread?' });
    const overlay = await bench.open('/', device);
    await overlay.see('.pin');
    await overlay.page.evaluate(`{
      const dialog = document.createElement('dialog');
      dialog.style.transform = 'translateX(10px)';
      document.body.append(dialog);
      dialog.showModal();
    }`);
    await overlay.until("document.querySelector('dialog > svc-overlay')");
    await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
    const box = await (await overlay.see('.panel iframe')).boundingBox();
    expect(box).toMatchObject({ x: 611, y: 0, height: 700 });
    const panel = await bench.panelOf(overlay);
    await panel.locator('li[data-id] a').click();
    await panel.locator('textarea').fill('Half an answer');
    await overlay.page.evaluate("document.querySelector('dialog').close()");
    await overlay.until("document.querySelectorAll(':is(html, body) > svc-overlay').length === 2");
    expect(await panel.$eval('textarea', ({ value }) => value)).toBe('Half an answer');
    await settle(panel);
    await press(panel, 'Send');
    await see(panel, 'Half an answer');
  });

  test.each(['accessToken', 'apiKey'])('needs no log-in on a page that gives an access token as %s', async (option) => {
    bench.serve('/member', BODY, { [option]: bench.owner.token });
    await comment('h1', 'Fresh bread', { content: 'Which bread?', url: `${bench.site.origin}/member` });
    const other = await bench.browser.createBrowserContext();
    const overlay = await bench.open('/member', other);
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    await see(await bench.panelOf(overlay), 'Resolve and next');
    await other.close();
  });
});

test('the panel leaves with the overlay', async () => {
  const overlay = await bench.open('/', device);
  await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
  await overlay.see('.panel iframe');
  await overlay.page.evaluate('SvcConfig.overlay.destroy()');
  expect(await overlay.page.evaluate("document.querySelectorAll('svc-overlay').length")).toBe(0);
});
