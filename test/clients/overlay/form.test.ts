import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../clients/dashboard/i18n/languages.ts';
import {
  BODY,
  configured,
  configuredAsAuthor,
  configuredWith,
  introAnnotation,
  ROOT,
  useOverlayHost,
} from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

const boxOf = (overlay: OverlayPage, selector: string) =>
  overlay.page.evaluate(`${ROOT}.querySelector('${selector}').getBoundingClientRect().toJSON()`) as Promise<DOMRect>;
const textIn = async (overlay: OverlayPage) =>
  (await overlay.see('textarea')).evaluate((area) => (area as HTMLTextAreaElement).value);
const attribute = async (overlay: OverlayPage, selector: string, name: string) =>
  (await overlay.see(selector)).evaluate((element, key) => element.getAttribute(key), name);

describe('a problem', () => {
  test.each([
    [1000, 700],
    [640, 400],
    [320, 568],
  ])('is in sight in a window of %i by %i, with the details open', async (width, height) => {
    const overlay = await bench.show(configured(bench));
    await overlay.page.setViewport({ width, height });
    await overlay.choose('h1');
    await overlay.page.evaluate(`${ROOT}.querySelector('.change').click()`);
    await overlay.see('figure canvas');
    const isInSight = async () => {
      const [problem, actions, form] = await Promise.all(
        ['.problem', 'form > .actions', 'form'].map((selector) => boxOf(overlay, selector)),
      );
      expect(problem?.height).toBeGreaterThan(20);
      expect(problem?.bottom).toBeLessThanOrEqual(actions?.top ?? 0);
      expect(problem?.top).toBeGreaterThanOrEqual(form?.top ?? 0);
    };
    await overlay.page.evaluate(`{ const form = ${ROOT}.querySelector('form'); form.scrollTop = form.scrollHeight }`);
    await overlay.click('.primary');
    await overlay.see('.problem');
    await isInSight();
    bench.double.rejection = { status: 503, message: 'The service is starting' };
    await overlay.page.evaluate(`{ const form = ${ROOT}.querySelector('form'); form.scrollTop = form.scrollHeight }`);
    await overlay.page.keyboard.type('Too pale');
    await overlay.page.evaluate(`${ROOT}.querySelector('.primary').click()`);
    await overlay.until(`${ROOT}.querySelector('.problem').textContent.includes('starting')`);
    await isInSight();
  });

  test('is shown at its field until it is corrected', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.click('.primary');
    expect(await overlay.text('textarea[aria-invalid=true][aria-describedby=problem] + #problem')).toContain('Write');
    await (await overlay.see('input[type=email]')).type('eve@');
    await overlay.write('Too pale');
    expect(await overlay.text('label:has([type=email][aria-invalid=true]) + #problem')).toContain('not an e-mail');
    expect(await attribute(overlay, 'textarea', 'aria-invalid')).toBeNull();
    bench.double.rejection = { status: 503, message: 'Not now' };
    await (await overlay.see('input[type=email]')).type('example.com');
    await overlay.click('.primary');
    await overlay.until(`${ROOT}.querySelector('.problem').textContent.includes('Not now')`);
    expect(await attribute(overlay, 'textarea', 'aria-describedby')).toBe('problem');
    expect(await overlay.page.evaluate(`${ROOT}.querySelectorAll('[aria-invalid]').length`)).toBe(0);
  });

  test.each([
    [429, 'Too many requests.', 'Over 60 calls in a minute; retry in 20 s'],
    [503, 'The feedback service has a problem right now.', 'The service is starting'],
  ])('with %i does not ask to try again what is sent automatically', async (status, meaning, message) => {
    bench.double.rejection = { status, message, headers: { 'retry-after': '20' } };
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.write('Too pale');
    const text = await overlay.text('.problem');
    expect(text).toContain(meaning);
    expect(text).toContain('sent automatically');
    expect(text).not.toMatch(/try again/i);
  });
});

test('a line beside Submit says what else is sent, and a click shows and changes it', async () => {
  const overlay = await bench.show(configured(bench));
  await overlay.page.evaluate("console.log('Hello')");
  await overlay.choose('h1');
  const line = () => overlay.text('.actions .note span');
  expect(await line()).toBe('Also sent: Picture · Browser · Console, network (1)');
  const change = await overlay.see('.actions .change');
  expect(await change.evaluate((button) => button.getAttribute('aria-expanded'))).toBe('false');
  await change.click();
  await overlay.see('figure canvas');
  expect(await change.evaluate((button) => button.getAttribute('aria-expanded'))).toBe('true');
  for (const sent of ['Browser · Console, network (1)', 'Console, network (1)', '–']) {
    await overlay.click('.extras input:checked');
    expect(await line()).toBe(`Also sent: ${sent}`);
  }
  await overlay.unsee('figure canvas');
  await overlay.write('Too pale');
  await overlay.see('.pin');
  expect((bench.double.created[0]?.body.metadata as object) ?? {}).not.toHaveProperty('diagnostics');
});

test('a draft that was written for another element says so', async () => {
  const overlay = await bench.show(configured(bench));
  await overlay.choose('h1');
  await (await overlay.see('textarea')).type('Too pale');
  await overlay.page.keyboard.press('Escape');
  await overlay.choose('h1');
  expect(await textIn(overlay)).toBe('Too pale');
  expect(await overlay.text('form')).not.toContain('Not sent yet');
  await overlay.page.keyboard.press('Escape');
  await overlay.choose('.intro');
  expect(await textIn(overlay)).toBe('Too pale');
  expect(await overlay.text('form > .note')).toBe('Not sent yet: Comment on “Fresh bread”');
});

test('on a phone, the form is at the bottom of the window, or at the top if its element is at the bottom', async () => {
  const overlay = await bench.show(
    configured(bench),
    `${BODY}<p id="low" style="position:absolute;top:700px">Hours</p>`,
  );
  await overlay.page.setViewport({ width: 390, height: 844 });
  const sheet = () => boxOf(overlay, '.dialog');
  await overlay.choose('h1');
  await expect.poll(sheet).toMatchObject({ left: 8, width: 374, bottom: 836 });
  await overlay.page.keyboard.press('Escape');
  await overlay.choose('#low');
  await expect.poll(sheet).toMatchObject({ left: 8, width: 374, top: 8 });
  await overlay.page.setViewport({ width: 1000, height: 700 });
  await expect.poll(async () => (await sheet()).width).toBe(340);
});

test('a text that is too long is reported and kept', async () => {
  const overlay = await bench.show(configured(bench));
  await overlay.choose('h1');
  await overlay.see('textarea');
  const paste = (length: number) =>
    overlay.page.evaluate(`{
      const field = ${ROOT}.querySelector('textarea');
      field.select();
      document.execCommand('insertText', false, 'x'.repeat(${length}));
    }`);
  await paste(10_001);
  await overlay.click('.primary');
  expect(await overlay.text('.problem')).toBe(
    'This comment is too long. Shorten it and send it again. (10001 / 10000)',
  );
  expect((await textIn(overlay)).length).toBe(10_001);
  expect(bench.double.keys).toEqual([]);
  await paste(10_000);
  await overlay.click('.primary');
  await overlay.see('.pin');
  expect(String(bench.double.created[0]?.body.content)).toHaveLength(10_000);
});

describe('when the page changes its address', () => {
  const replace = (overlay: OverlayPage) => overlay.page.evaluate("history.replaceState(null, '', '?scroll=200')");
  const pause = (overlay: OverlayPage) => overlay.page.evaluate('new Promise((done) => setTimeout(done, 300))');

  test('a form with text stays open, and its comment keeps the address at which it was opened', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('I am ');
    await replace(overlay);
    await pause(overlay);
    await overlay.page.keyboard.type('writing');
    expect(await textIn(overlay)).toBe('I am writing');
    const before = await boxOf(overlay, '.dialog');
    await overlay.page.evaluate("document.querySelector('h1').remove()");
    await pause(overlay);
    expect(await boxOf(overlay, '.dialog')).toEqual(before);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.outline').hidden`)).toBe(true);
    await overlay.click('.primary');
    await expect.poll(() => bench.double.created.length).toBe(1);
    expect(bench.double.created[0]?.body).toMatchObject({ content: 'I am writing', url: `${bench.site}/` });
  });

  test('an empty form closes', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('  ');
    await replace(overlay);
    await overlay.unsee('form');
  });

  test('the picker stays open', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await replace(overlay);
    await pause(overlay);
    await overlay.page.mouse.click(40, 40);
    await overlay.see('form');
  });

  test('a half-written reply stays, and is sent to its thread when that is shown again', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configuredAsAuthor(bench));
    await overlay.see('.pin');
    await overlay.page.waitForNetworkIdle({ idleTime: 100, concurrency: 1 });
    await overlay.click('.pin');
    await (await overlay.see('.reply textarea')).type('On ');
    await replace(overlay);
    await pause(overlay);
    await overlay.see('.pin');
    await overlay.page.keyboard.type('it');
    await overlay.click('.reply .primary');
    await overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === 2`);
    expect(bench.double.calls.at(-1)?.body).toEqual({ content: 'On it' });
  });
});

describe('on a phone', () => {
  test.each(Object.keys(LANGUAGES))('the labels of name and email fields are not cut off, in %s', async (language) => {
    const overlay = await bench.show(configuredWith(bench, { language }));
    const isCut = async (width: number) => {
      await overlay.page.setViewport({ width, height: 700 });
      return overlay.page.evaluate(
        `[...${ROOT}.querySelectorAll('.field > span')].map((name) => name.scrollWidth > name.clientWidth)`,
      );
    };
    await overlay.choose('h1');
    expect(await isCut(320)).toEqual([false, false]);
    expect(await isCut(1000)).toEqual([false, false]);
  });

  test('text fields have a font size at which Safari does not zoom', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    const sizes = `[...${ROOT}.querySelectorAll('textarea, .who input:not([type=checkbox])')].map((field) => getComputedStyle(field).fontSize)`;
    expect(await overlay.page.evaluate(sizes)).toEqual(['14px', '13px', '13px']);
    await overlay.page.setViewport({ width: 375, height: 667, hasTouch: true, isMobile: true });
    await overlay.choose('h1');
    await expect.poll(() => overlay.page.evaluate(sizes)).toEqual(['16px', '16px', '16px']);
  });

  test('a form is above the keyboard', async () => {
    const overlay = await bench.show(configured(bench), BODY.replace('<h1>', '<h1 style="margin-top:420px">'));
    await overlay.page.setViewport({ width: 375, height: 667 });
    await overlay.page.evaluate(() => {
      const view = Object.assign(new EventTarget(), { width: 375, height: 667, offsetLeft: 0, offsetTop: 0 });
      Object.defineProperty(window, 'visualViewport', { value: view, configurable: true });
    });
    await overlay.choose('h1');
    const { height } = await boxOf(overlay, '.dialog');
    await overlay.page.evaluate(() => {
      Object.assign(window.visualViewport as object, { height: 300, offsetTop: 20 });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    const [dialog, submit] = [await boxOf(overlay, '.dialog'), await boxOf(overlay, '.primary')];
    expect(dialog.top).toBeGreaterThanOrEqual(20);
    expect(dialog.bottom).toBeLessThanOrEqual(320);
    expect(submit.bottom).toBeLessThanOrEqual(dialog.bottom);
    await overlay.page.evaluate(() => {
      Object.assign(window.visualViewport as object, { height: 667, offsetTop: 0 });
      window.visualViewport?.dispatchEvent(new Event('resize'));
    });
    expect((await boxOf(overlay, '.dialog')).height).toBe(height);
  });
});
