// Cost: about 25 s: two sites and a service in a real browser, shared by all cases.
import type { Browser, BrowserContext, Frame, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../support/factories.ts';
import { listOrigins } from '../support/panel.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { logIn, openPopup, panelIn, press, see, settle } from './panel-actions.ts';
import { type CustomerSite, framing, startCustomerSite } from './panel-site.ts';

const app = useTestApp();
let browser: Browser;
let site: CustomerSite;
let owner: TestUser;
let projectId: string;
let annotation: { id: string };
/** A device on which the member is logged in to the panel. */
let device: BrowserContext;

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startCustomerSite()]);
  owner = await registerUser(app, 'Ada');
  ({ id: projectId } = await createProject(app, owner));
  site.pages.set('/', framing(app.url, projectId));
  await listOrigins(app, owner, projectId, [site.origin]);
  annotation = await comment();
  device = await browser.createBrowserContext();
  const { page, panel } = await open();
  await logIn(await openPopup(page, panel), owner.email);
  await see(panel, 'Which bread?');
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  await app.services.db.annotation.updateMany({ data: { status: 'open' } });
});
afterEach(async () => {
  for (const name of Object.keys(site.headers)) delete site.headers[name];
  for (const page of await device.pages()) await page.close();
});

const comment = () => createAnnotation(app, owner, projectId, { content: 'Which bread?', url: `${site.origin}/` });
const read = async () => (await rest(app, 'GET', `/annotations/${annotation.id}`, { token: owner.token })).body;

/** Opens a page that frames the panel. */
async function open(address = `${site.origin}/`, on = device): Promise<{ page: Page; panel: Frame }> {
  const page = await on.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(address);
  const panel = await panelIn(page, app.url);
  return { page, panel };
}

/** Opens the thread in the panel. */
async function openThread(panel: Frame): Promise<void> {
  await panel.locator('li[data-id] a').click();
  await see(panel, 'Resolve and next');
}

/** Log-in of another device, which shows a code to type. */
async function typedCode(address: string): Promise<string> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(address);
  await logIn(page, owner.email);
  const code = await page.locator('output').waitHandle();
  return code.evaluate(({ textContent }) => textContent ?? '');
}

/** Whether the browser reports that nothing covers the panel. */
const IS_VISIBLE = `new Promise((resolve) => new IntersectionObserver(
  ([entry]) => resolve(entry.isVisible), { trackVisibility: true, delay: 100 }).observe(document.body))`;

describe('a member', () => {
  test('stays logged in after a reload and in another tab, and changes a comment by clicks', async () => {
    const { page, panel } = await open();
    await see(panel, 'Which bread?');
    await page.reload();
    const { panel: other } = await open();
    await openThread(other);
    await press(other, 'Resolve and next');
    await expect.poll(async () => (await read()).status).toBe('resolved');
  });

  test('logs in again where the browser lost the session, and stays while the page is open', async () => {
    const on = await browser.createBrowserContext();
    const { page, panel } = await open(undefined, on);
    await logIn(await openPopup(page, panel), owner.email);
    await see(panel, 'Which bread?');
    await on.deleteCookie(...(await on.cookies()));
    await openThread(panel);
    await page.reload();
    await see(await panelIn(page, app.url), 'Comments of this site');
    await on.close();
  });

  test('needs no log-in on a page that gives the token of a member', async () => {
    site.pages.set(
      '/member',
      `<script>window.token = ${JSON.stringify(owner.token)}</script>${framing(app.url, projectId)}`,
    );
    const on = await browser.createBrowserContext();
    const { panel } = await open(`${site.origin}/member`, on);
    await panel.locator('select').wait();
    await panel.locator('select').fill('all');
    await see(panel, 'Which bread?');
    await on.close();
  });

  test('who was logged out meanwhile logs in again', async () => {
    const on = await browser.createBrowserContext();
    const { page, panel } = await open(undefined, on);
    await logIn(await openPopup(page, panel), owner.email);
    await see(panel, 'Which bread?');
    await app.services.db.loginSession.updateMany({ where: { userId: owner.id }, data: { endedAt: new Date() } });
    // The comments are gone if another request has met the end of the session.
    await panel.evaluate(`document.querySelector('li[data-id] a')?.click()`);
    await see(panel, 'Comments of this site');
    expect(await panel.evaluate('document.body.innerText')).not.toContain('Which bread?');
    await on.close();
  });

  test.each([
    ['whose browser blocks the window', {}, 'window.open = () => null'],
    ['on a page that cuts the opener', { 'cross-origin-opener-policy': 'same-origin' }, ''],
  ])('%s types a code', async (_name, headers, script) => {
    Object.assign(site.headers, headers);
    const on = await browser.createBrowserContext();
    const { panel } = await open(undefined, on);
    await panel.evaluate(script);
    await press(panel, 'Log in');
    const link = await panel.locator('a[target=_blank]').waitHandle();
    const code = await typedCode(await link.evaluate(({ href }) => href));
    await panel.locator('input').fill(code);
    await press(panel, 'Use the code');
    await see(panel, 'Which bread?');
    await on.close();
  });
});

describe('a page that may not frame the panel', () => {
  test.each([
    ['of an unlisted origin', () => site.origin.replace('shop.', 'other.')],
    ['of the same site as the service', () => site.sameSite],
  ])('%s gets nothing', async (_name, origin) => {
    const page = await device.newPage();
    await page.goto(`${origin()}/`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    expect(await page.evaluate('messages')).toEqual([]);
  });

  test('and one that is no longer listed, or is framed itself', async () => {
    site.pages.set('/outer', `<iframe src="${site.origin}/"></iframe>`);
    const outer = await device.newPage();
    await outer.goto(`${site.origin.replace('shop.', 'other.')}/outer`);
    await expect.poll(() => outer.frames()[2]?.url()).toMatch(/^chrome-error:/);
    await listOrigins(app, owner, projectId, []);
    const page = await device.newPage();
    await page.goto(`${site.origin}/`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await listOrigins(app, owner, projectId, [site.origin]);
    // The sessions have ended, too.
    const { page: again, panel } = await open();
    await logIn(await openPopup(again, panel), owner.email);
    await see(panel, 'Which bread?');
  });
});

describe('a hostile page that may frame the panel', () => {
  test('cannot read it, and cannot use its session', async () => {
    const { page, panel } = await open();
    await see(panel, 'Which bread?');
    const found = await page.evaluate(
      async (service, body) => {
        const attempt = (work: () => unknown) =>
          Promise.resolve()
            .then(work)
            .then(String, (error: Error) => error.name);
        const post = (name: string, init: RequestInit) =>
          attempt(async () => {
            const response = await fetch(`${service}/auth/panel/${name}`, {
              method: 'POST',
              credentials: 'include',
              body: JSON.stringify(body),
              ...init,
            });
            return `${response.type} ${await response.text()}`;
          });
        return [
          await attempt(() => (frames[0] as Window).document.body.innerText),
          await attempt(() => (frames[0] as Window).location.href),
          await post('refresh', { headers: { 'x-panel': '1', 'content-type': 'application/json' } }),
          await post('refresh', { mode: 'no-cors' }),
          await post('end', { mode: 'no-cors' }),
        ];
      },
      app.url,
      { projectId, origin: site.origin },
    );
    expect(found).toEqual(['SecurityError', 'SecurityError', 'TypeError', 'TypeError', 'TypeError']);
    await page.reload();
    await see(await panelIn(page, app.url), 'Which bread?');
  });

  test('changes nothing by messages: unknown, malformed, of another window, or replayed', async () => {
    const { page, panel } = await open();
    await openThread(panel);
    await page.evaluate((id) => {
      const tell = (window as unknown as { tell(message: object): void }).tell;
      for (const kind of ['resolve', 'setStatus', 'exchange', 'constructor', '__proto__'])
        tell({ kind, id, status: 'resolved' });
      tell({ kind: 'open', id: 'x', status: 'resolved' });
      tell({ kind: 'picked', id, fingerprint: '{"selector":"#evil"}' });
      tell({ kind: 'hello', url: 'https://evil.example/', language: 'de', theme: 'dark', hasToken: true });
      tell({ kind: 'pinbound-panel-code', code: 'x' });
      const other = document.createElement('iframe');
      other.srcdoc = `<script>parent.frames[0].postMessage({ panel: 'pinbound', kind: 'open', id: 'other' }, '*')</script>`;
      document.body.append(other);
    }, annotation.id);
    // The thread is still open, and its bar offers to move nothing.
    await press(panel, 'Show on the page');
    await expect.poll(() => page.evaluate('messages.filter(({ kind }) => kind === "show").length')).toBe(1);
    expect(await panel.evaluate('document.body.innerText')).not.toContain('Move the pin to');
    expect(await panel.evaluate('document.documentElement.lang')).toBe('en');
    expect(await read()).toMatchObject({ status: 'open', commentCount: 0 });
  });

  test('prefills the element of a pin, which a click in the panel moves', async () => {
    const { page, panel } = await open();
    await openThread(panel);
    await press(panel, 'Move the pin');
    await expect.poll(() => page.evaluate('messages.at(-1).kind')).toBe('pick');
    await page.evaluate((id) => {
      const tell = (window as unknown as { tell(message: object): void }).tell;
      tell({ kind: 'picked', id, fingerprint: '{"selector":"h1","text":"<b>Fresh bread</b>"}' });
    }, annotation.id);
    await expect.poll(() => panel.evaluate('document.body.innerText')).toContain('<b>Fresh bread</b>');
    expect((await read()).domFingerprint.selector).not.toBe('h1');
    await press(panel, 'Move the pin');
    await expect.poll(async () => (await read()).domFingerprint.selector).toBe('h1');
  });

  test('cannot have a click by covering the panel', async () => {
    const { page, panel } = await open();
    await openThread(panel);
    const style = 'position:fixed;inset:0;background:#fff;opacity:.99;pointer-events:none';
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<div id="cover" style="${style}">Win!</div>')`);
    await expect.poll(() => panel.evaluate(IS_VISIBLE)).toBe(false);
    await press(panel, 'Resolve and next');
    await see(panel, 'covers the panel');
    expect((await read()).status).toBe('open');
    await page.evaluate(() => document.querySelector('#cover')?.remove());
    await expect.poll(() => panel.evaluate(IS_VISIBLE)).toBe(true);
    await settle(panel);
    await openThread(panel);
    await press(panel, 'Resolve and next');
    await expect.poll(async () => (await read()).status).toBe('resolved');
  });

  test('gets no code by opening the log-in itself', async () => {
    const { page, panel } = await open();
    await see(panel, 'Which bread?');
    const opened = new Promise<Page>((resolve) => page.once('popup', (popup) => resolve(popup as Page)));
    await page.evaluate(
      (service, query) => {
        const all: unknown[] = [];
        Object.assign(window, { all });
        window.addEventListener('message', ({ data }) => all.push(data));
        document.addEventListener('click', () => window.open(`${service}/app/connect?${query}`));
      },
      app.url,
      `${new URLSearchParams({ projectId, origin: site.origin, challenge: 'A'.repeat(43) })}`,
    );
    await page.mouse.click(50, 50);
    const popup = await opened;
    await press(popup, 'Continue as Ada');
    await see(popup, 'You can close this window.');
    expect(await page.evaluate('all')).toEqual([]);
  });
});
