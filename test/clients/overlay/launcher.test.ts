import { describe, expect, test } from 'vitest';
import { BODY, configured, ROOT, SCRIPT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

// A page is looked at once a second, and each case waits for that: 30 s.
const bench = useOverlayHost();

const BAR = 'position:fixed;left:0;right:0;bottom:0;height:90px';
const CONSENT = '<button style="position:absolute;right:30px;bottom:20px;width:90px;height:40px">Accept</button>';
/** Elements at the bottom of the window, by their form; all cover the button's place. */
const BARS = {
  'a bar': `<div style="${BAR};background:#fff">${CONSENT}</div>`,
  'a bar in a layer over the window': `<div style="position:fixed;inset:0;pointer-events:none"><div style="position:absolute;left:0;right:0;bottom:0;height:90px;pointer-events:auto;background:#fff">${CONSENT}</div></div>`,
  'a bar in a shadow root': `<div id="bar"><template shadowrootmode="open"><div style="${BAR};background:#fff">${CONSENT}</div></template></div>`,
  'the button of a chat': `<button style="position:fixed;right:20px;bottom:20px;width:56px;height:56px;border-radius:50%">?</button>`,
};
/** Elements that are not in the way. */
const NO_BARS = {
  'an invisible bar': `<div style="${BAR};background:#fff;opacity:0">${CONSENT}</div>`,
  'an empty layer': `<div style="${BAR}"></div>`,
  'the scrolled content of an application': `<main style="position:fixed;inset:0;overflow:auto;background:#fff"><p style="height:2000px;margin:0">Bread</p></main>`,
};

const bottomOf = async ({ page }: OverlayPage) =>
  Number(await page.evaluate(`innerHeight - ${ROOT}.querySelector('.dock').getBoundingClientRect().bottom`));
/** Loads what moves the buttons. */
async function hover(overlay: OverlayPage): Promise<void> {
  await (await overlay.see('.launcher')).hover();
  await overlay.page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
}
/** Waits until the script has looked this often at what is below the buttons. */
async function looks(overlay: OverlayPage, times: number): Promise<void> {
  await overlay.page.evaluate(`window.looks = 0; {
    const dock = ${ROOT}.querySelector('.dock');
    dock.getBoundingClientRect = function () { looks++; return Element.prototype.getBoundingClientRect.call(this) };
  }`);
  await overlay.until(`looks >= ${times}`);
}
describe('the button keeps out of the way of', () => {
  test.each(Object.entries(BARS))('%s, and returns', async (_what, bar) => {
    const overlay = await bench.show(configured(bench), `${BODY}<div id="of-page">${bar}</div>`);
    await overlay.see('.launcher');
    expect(await bottomOf(overlay)).toBe(20);
    await expect.poll(() => bottomOf(overlay)).toBeGreaterThanOrEqual(76);
    const covers = "document.elementFromPoint(innerWidth - 45, innerHeight - 40).localName === 'svc-overlay'";
    expect(await overlay.page.evaluate(covers)).toBe(false);
    await overlay.page.evaluate("document.querySelector('#of-page').remove()");
    await expect.poll(() => bottomOf(overlay)).toBe(20);
  });
});

describe('the button stays where it is beside', () => {
  test.each(Object.entries(NO_BARS))('%s', async (_what, layer) => {
    const overlay = await bench.show(configured(bench), `${BODY}${layer}`);
    await hover(overlay);
    await overlay.page.mouse.move(10, 10);
    await looks(overlay, 2);
    expect(await bottomOf(overlay)).toBe(20);
  });
});

test('a policy that blocks the service is named, and the text is kept', async () => {
  const { origin } = new URL(bench.double.url);
  const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src ${bench.site}">`;
  const overlay = await bench.show(`${policy}${configured(bench)}`);
  await overlay.choose('h1');
  await overlay.write('Too pale');
  await overlay.until(
    `${ROOT}.querySelector('.problem').textContent === 'This site’s security policy blocks comments.'`,
  );
  expect(await overlay.page.evaluate(`${ROOT}.querySelector('textarea').value`)).toBe('Too pale');
  expect(overlay.consoleLines.join()).toContain(origin);
});

test('a policy that blocks another address is not blamed for a lost network', async () => {
  // The stream of changes is elsewhere.
  const policy = `<meta http-equiv="Content-Security-Policy" content="connect-src ${bench.double.url}/annotations/ ${bench.site}">`;
  const watch = `<script>
    var blocked = [];
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => blocked.push(blockedURI));
  </script>`;
  const overlay = await bench.show(`${watch}${policy}${configured(bench)}`);
  await overlay.choose('h1');
  await overlay.page.keyboard.press('Escape');
  await overlay.page.evaluate("blocked = []; history.pushState({}, '', '?opened')");
  await overlay.until(`blocked.some((url) => url.startsWith('${bench.double.url}/graphql'))`);
  await overlay.choose('h1');
  await overlay.page.setOfflineMode(true);
  await overlay.write('Too pale');
  expect(await overlay.text('.problem:not(:empty)')).toContain('cannot be reached');
  await overlay.page.setOfflineMode(false);
  await overlay.see('.pin');
  expect(bench.double.created.map(({ body }) => body.content)).toEqual(['Too pale']);
});

test('lines of the console before the script are attached', async () => {
  const early = `<script>
    window.SvcConsole = [];
    for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
      const write = console[level];
      console[level] = (...values) => {
        write.apply(console, values);
        if (window.SvcConsole?.length < 50) SvcConsole.push([level, values, performance.now()]);
      };
    }
    console.warn('early', { price: 3 });
  </script>`;
  const overlay = await bench.show(`${early}<script>window.SvcConfig = ${bench.options}</script>${SCRIPT}`);
  await overlay.see('.launcher');
  await overlay.page.evaluate("console.log('late')");
  await overlay.choose('h1');
  await overlay.write('Look');
  await overlay.see('.pin');
  const metadata = bench.double.created[0]?.body.metadata as { diagnostics: { console: object[] } };
  expect(metadata.diagnostics.console).toMatchObject([
    { level: 'warn', text: 'early {price: 3}' },
    { level: 'log', text: 'late' },
  ]);
});

test('the form is small, and asks for a name once', async () => {
  const overlay = await bench.show(configured(bench));
  const height = async () => (await (await overlay.see('.dialog')).boundingBox())?.height;
  await overlay.choose('h1');
  expect(await height()).toBeLessThan(320);
  await (await overlay.see('.who input[type=text]')).type('Eve');
  await overlay.write('First');
  await overlay.unsee('.dialog');
  await overlay.page.reload();
  await overlay.choose('.intro');
  await overlay.unsee('.who');
  expect(await height()).toBeLessThan(260);
  await overlay.write('Second');
  await overlay.unsee('.dialog');
  expect(bench.double.created.map(({ body }) => body.name)).toEqual(['Eve', 'Eve']);
});

test('who refuses to be remembered is not asked to accept it unseen on the next page', async () => {
  const overlay = await bench.show(configured(bench));
  const comment = async (element: string) => {
    await overlay.choose(element);
    await (await overlay.see('.who input[type=text]')).type('Eve');
  };
  await overlay.page.evaluate('localStorage.clear()');
  await overlay.page.reload();
  await comment('h1');
  await overlay.click('.change');
  await overlay.page.evaluate(`${ROOT}.querySelector('.extras > .tick:last-child input').click()`);
  await overlay.write('First');
  await overlay.unsee('.dialog');
  await overlay.page.reload();
  await comment('.intro');
  await overlay.write('Second');
  await overlay.unsee('.dialog');
  expect(bench.double.created.map(({ body }) => body.name)).toEqual(['Eve', 'Eve']);
  expect(await overlay.page.evaluate("localStorage.getItem('svc-overlay')")).not.toContain('Eve');
});
