// Cost: about 30 s: two sites and a service in a real browser, shared by all cases.
import type { BrowserContext, Page } from 'puppeteer-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OverlayPage } from '../clients/support/overlay-page.ts';
import { rest } from '../support/client.ts';
import { createAnnotation } from '../support/factories.ts';
import { listOrigins } from '../support/panel.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { PANEL, ROOT, useOverlayPanelSite } from './overlay-panel-site.ts';
import { logIn, openPopup, press, see } from './panel-actions.ts';

const app = useTestApp();
const bench = useOverlayPanelSite(app);
const BODY = '<h1 style="margin-top:200px">Fresh bread</h1><p>Every morning</p>';
/** Records every message that a frame of another origin receives. */
const SPY = `<!doctype html><script>
  window.heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
  window.tell = (kind, more) => parent.postMessage({ panel: 'pinbound', kind, ...more }, '*');
</script>`;
let device: BrowserContext;
let id: string;

beforeAll(async () => {
  bench.serve('/', BODY);
  bench.site.pages.set('/spy', SPY);
  ({ id } = await createAnnotation(app, bench.owner, bench.project.id, {
    content: 'Which bread?',
    url: `${bench.site.origin}/`,
    metadata: { selector: 'h1', xpath: '', text: 'Fresh bread' },
  }));
  device = await bench.browser.createBrowserContext();
  const overlay = await bench.open('/', device);
  await bench.enter(overlay, 'Which bread?');
});
beforeEach(async () => {
  for (const page of await device.pages()) await page.close();
  for (const name of Object.keys(bench.site.headers)) delete bench.site.headers[name];
});

const read = async () => (await rest(app, 'GET', `/annotations/${id}`, { token: bench.owner.token })).body;
/** Frames a page of another origin, which sends these messages to the overlay's page. */
async function frameSpy({ page }: OverlayPage, messages: readonly object[]) {
  const other = bench.site.origin.replace('shop.', 'evil.');
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    `${other}/spy`,
  );
  const spy = await page.waitForFrame((frame) => frame.url().startsWith(other));
  await spy.evaluate((all) => {
    for (const message of all) parent.postMessage({ panel: 'pinbound', ...message }, '*');
  }, messages);
  return spy;
}
/** Waits until messages that were posted before have arrived. */
const settle = (page: Page) => page.evaluate('new Promise((done) => setTimeout(done, 300))');

const FORGED = [
  { kind: 'ready' },
  { kind: 'token' },
  { kind: 'session', isActive: true },
  { kind: 'pins', pins: JSON.stringify([{ id: 'forged', number: 99, position_x: 50, position_y: 50 }]) },
  { kind: 'pick', id: 'forged' },
];

describe('the overlay ignores', () => {
  test('messages of another frame: it gives no token, shows no pins and starts no picker', async () => {
    bench.serve('/member', BODY, { accessToken: bench.owner.token });
    const overlay = await bench.open('/member', await bench.browser.createBrowserContext());
    await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
    await overlay.see('.panel iframe');
    const spy = await frameSpy(overlay, FORGED);
    await settle(overlay.page);
    expect(await spy.evaluate('heard')).toEqual([]);
    await overlay.unsee('.pin');
    await overlay.unsee('.sheet');
  });

  test('events that a script makes up, and messages of the right form from the page itself', async () => {
    const overlay = await bench.open('/', device);
    await overlay.see('.pin');
    // A member's panel is loaded with the page.
    await overlay.until(`${PANEL}.querySelector('iframe')`);
    await bench.panelOf(overlay);
    await overlay.page.evaluate(
      (panel, service, messages) => {
        const frame = new Function(`return ${panel}.querySelector('iframe')`)() as HTMLIFrameElement;
        for (const message of messages) {
          const data = { panel: 'pinbound', ...message };
          window.postMessage(data, '*');
          window.dispatchEvent(new MessageEvent('message', { data, origin: service, source: frame.contentWindow }));
        }
      },
      PANEL,
      app.url,
      FORGED.filter(({ kind }) => kind !== 'token'),
    );
    await settle(overlay.page);
    await overlay.unsee('.sheet');
    expect(await overlay.page.evaluate(`${ROOT}.querySelectorAll('.pin').length`)).toBe(1);
  });
});

describe('the panel in the overlay changes nothing', () => {
  test('by messages of the page: forged, replayed, or for an element that nobody asked for', async () => {
    const overlay = await bench.open('/', device);
    await overlay.click('.pin');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await see(panel, 'Resolve and next');
    await press(panel, 'Move the pin');
    await overlay.see('.sheet');
    const box = await (await overlay.page.$('p'))?.boundingBox();
    await overlay.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await see(panel, 'Move the pin to this element?');
    await press(panel, 'Cancel');
    // The page replays the choice, and sends some that nobody asked for.
    await overlay.page.evaluate(
      (expression, annotationId) => {
        const frame = new Function(`return ${expression}.querySelector('iframe')`)() as HTMLIFrameElement;
        const tell = (message: object) => frame.contentWindow?.postMessage({ panel: 'pinbound', ...message }, '*');
        tell({ kind: 'picked', id: annotationId, fingerprint: '{"selector":"p"}' });
        tell({ kind: 'picked', id: annotationId, fingerprint: '{"selector":"#evil"}' });
        tell({ kind: 'resolve', id: annotationId });
        tell({ kind: 'open', id: annotationId, status: 'resolved' });
      },
      PANEL,
      id,
    );
    await settle(overlay.page);
    expect(await panel.evaluate('document.body.innerText')).not.toContain('Move the pin to');
    expect(await read()).toMatchObject({ status: 'open', domFingerprint: { selector: 'h1' } });
  });
});

describe('the log-in from the overlay', () => {
  test.each([
    ['whose browser blocks the window', {}, 'window.open = () => null'],
    ['on a page that cuts the opener', { 'cross-origin-opener-policy': 'same-origin' }, ''],
  ])('of a member %s works by a typed code', async (_name, headers, script) => {
    Object.assign(bench.site.headers, headers);
    const on = await bench.browser.createBrowserContext();
    const overlay = await bench.open('/', on);
    await overlay.click('.badge');
    await overlay.click('.drawer .link');
    await overlay.see('.panel iframe');
    const panel = await bench.panelOf(overlay);
    await panel.evaluate(script);
    await press(panel, 'Log in');
    const link = await panel.locator('a[target=_blank]').waitHandle();
    const tab = await (await bench.browser.createBrowserContext()).newPage();
    await tab.goto(await link.evaluate(({ href }) => href));
    await logIn(tab, bench.owner.email);
    const output = await tab.locator('output').waitHandle();
    await panel.locator('input').fill(await output.evaluate(({ textContent }) => textContent ?? ''));
    await press(panel, 'Use the code');
    await see(panel, 'Which bread?');
    await on.close();
  });

  test('of a member who was logged out meanwhile is asked for again', async () => {
    const on = await bench.browser.createBrowserContext();
    const overlay = await bench.open('/', on);
    const panel = await bench.enter(overlay, 'Which bread?');
    await app.services.db.panelSession.deleteMany();
    // The comments are gone if another request has met the end of the session.
    await panel.evaluate(`document.querySelector('li[data-id] a')?.click()`);
    await see(panel, 'Comments of this site');
    // The dashboard's session is still there, so that one click continues.
    await press(await openPopup(overlay.page, panel), 'Continue as');
    await see(panel, 'Which bread?');
    await on.close();
  });
});

test('a site that is no longer listed shows no panel: the overlay says so, and forgets the member', async () => {
  await listOrigins(app, bench.owner, bench.project.id, []);
  const overlay = await bench.open('/', device);
  await overlay.see('.pin');
  await overlay.page.evaluate("SvcConfig.overlay.open('panel')");
  await overlay.until(`${ROOT}.querySelector('.toast').textContent.includes('panel cannot load')`);
  expect(await overlay.page.evaluate("String(localStorage.getItem('svc-overlay'))")).not.toContain('docked');
  await overlay.click('.pin');
  await overlay.see('.dialog .thread');
});
