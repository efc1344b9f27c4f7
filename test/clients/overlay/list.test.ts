import { describe, expect, test } from 'vitest';
import { annotation } from '../support/feedback-double.ts';
import {
  BODY,
  configured,
  configuredWith,
  introAnnotation,
  ownConsoleLines,
  ROOT,
  SCRIPT,
  useOverlayHost,
} from '../support/overlay-host.ts';

const bench = useOverlayHost();
const LONG = `${BODY}<div style="height:1500px"></div><p class="last">The end of the page</p>`;
const aboutEnd = (fields = {}) =>
  introAnnotation({ domFingerprint: { selector: '.last', xpath: '', text: 'The end of the page' }, ...fields });

/** Ages in days, and how people read them: elapsed time, not dates. */
const AGES: readonly (readonly [number, string])[] = [
  [0, 'this minute'],
  [47 / 24, '1 day ago'],
  [30, '30 days ago'],
  [361, '11 months ago'],
  [366, '1 year ago'],
];
test.each(AGES)('a comment of %f days ago says "%s", not a date that may be false', async (days, text) => {
  const createdAt = new Date(Date.now() - days * 86_400_000).toISOString();
  bench.double.annotations = [introAnnotation({ createdAt })];
  const overlay = await bench.show(configured(bench));
  await overlay.click('.pin');
  expect(await overlay.text('.by time')).toBe(text);
});

describe('the list', () => {
  test('is searched by status, author and text, and opens the comment', async () => {
    bench.double.annotations = [
      introAnnotation({ content: 'About bread' }),
      aboutEnd({ content: 'About the end', status: 'resolved', author: { name: 'Grace' } }),
    ];
    const overlay = await bench.show(configured(bench), LONG);
    await overlay.see('.pin');
    await overlay.click('.badge');
    await overlay.see('.drawer');
    const rows = () =>
      overlay.page.evaluate(`[...${ROOT}.querySelectorAll('.drawer .excerpt')].map((e) => e.textContent)`);
    expect(await rows()).toEqual(['About the end', 'About bread']);
    const search = await overlay.see('[type=search]');
    await search.type('open');
    expect(await rows()).toEqual(['About bread']);
    await search.evaluate((field) => (field as HTMLInputElement).select());
    await search.type('grace');
    expect(await rows()).toEqual(['About the end']);
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog')).toContain('About the end');
    expect(await overlay.page.evaluate('scrollY')).toBeGreaterThan(500);
    expect(await overlay.distance('.pin.resolved', '.last')).toBeLessThan(2);
    expect(await overlay.text('.pin.resolved')).toBe('2');
    await (await overlay.see('[type=search]')).type('x');
    expect(await overlay.text('.empty')).toBe('No matching comments.');
  });

  test('has a group for comments about the whole page', async () => {
    bench.double.annotations = [
      annotation({ content: 'Too slow', domFingerprint: { selector: '', xpath: '', text: '' } }),
      annotation({ content: 'Nice', domFingerprint: { selector: 'body', xpath: '/html/body', text: '', tag: 'body' } }),
      introAnnotation({ content: 'About bread' }),
    ];
    const overlay = await bench.show(configured(bench));
    await overlay.see('.pin');
    await overlay.click('.badge');
    const list = () => overlay.text('.drawer .list');
    await expect.poll(list).toMatch(/^About the whole page 2.*Nice.*Too slow.*On this page now 1.*About bread/);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.badge').classList.contains('warn')`)).toBe(false);
  });

  test('hides the pins of resolved comments, which keep their number, also after a reload', async () => {
    bench.double.annotations = [
      introAnnotation({ status: 'resolved', number: 41 }),
      annotation({ number: 42, domFingerprint: { selector: 'h1', xpath: '', text: 'Fresh bread' } }),
    ];
    const overlay = await bench.show(configured(bench));
    expect(await overlay.text('.pin.resolved')).toBe('41');
    await overlay.click('.badge');
    await overlay.click('.drawer .tick');
    await overlay.unsee('.pin.resolved');
    expect(await overlay.text('.pin.open')).toBe('42');
    await overlay.page.reload();
    await overlay.see('.pin.open');
    await overlay.unsee('.pin.resolved');
    await overlay.click('.badge');
    expect(await overlay.text('.drawer .number.resolved')).toBe('41');
    await overlay.click('.drawer .tick');
    await overlay.see('.pin.resolved');
    expect(await overlay.page.evaluate('localStorage.length')).toBe(0);
  });

  test('can be opened beside a thread that is anchored at the buttons', async () => {
    bench.double.annotations = [introAnnotation({ content: 'Down here' })];
    const corner = '<style>.intro { position: fixed; right: 30px; bottom: 110px; margin: 0 }</style>';
    const overlay = await bench.show(configured(bench), corner + BODY);
    await overlay.click('.pin');
    const dialog = await (await overlay.see('.dialog')).boundingBox();
    const dock = await (await overlay.see('.dock')).boundingBox();
    expect((dialog?.y ?? 0) + (dialog?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
    await overlay.click('.badge');
    await overlay.see('.drawer');
  });

  test('has all comments of the page, across result pages', async () => {
    bench.double.annotations = Array.from({ length: 520 }, (_, i) => aboutEnd({ content: `Comment ${i}` }));
    const overlay = await bench.show(configured(bench), LONG);
    await overlay.see('.badge');
    await overlay.until(`${ROOT}.querySelector('.badge').textContent === '520'`);
    await overlay.click('.badge');
    await overlay.see('.drawer');
    expect(await overlay.page.evaluate(`${ROOT}.querySelectorAll('.drawer .row').length`)).toBe(520);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('a click on a row works although changes arrive between press and release', async () => {
    const bread = introAnnotation({ content: 'About bread' });
    bench.double.annotations = [bread, introAnnotation({ content: 'About rye' })];
    const overlay = await bench.show(configured(bench));
    await overlay.click('.badge');
    await (await overlay.see('.drawer .row')).hover();
    await overlay.page.mouse.down();
    await overlay.page.evaluate("document.querySelector('#cards').remove()");
    const shown = (text: string) =>
      overlay.until(`${ROOT}.querySelector('.drawer .list').innerText.includes('${text}')`);
    bench.double.emit('updated', { ...bread, content: 'Bread, and more' });
    await shown('Bread, and more');
    bench.double.emit('created', introAnnotation({ content: 'About spelt', number: 0 }));
    await shown('About spelt');
    bench.double.emit('deleted', bread);
    await overlay.until(`${ROOT}.querySelectorAll('.drawer .row').length === 2`);
    await overlay.page.mouse.up();
    expect(await overlay.text('.dialog')).toContain('About rye');
  });

  test.each([
    ['.badge svg', '.drawer'],
    ['.pin span', '.dialog'],
  ])('a press on %s ends on its button, though another takes its place meanwhile', async (pressed, opened) => {
    const bread = introAnnotation();
    bench.double.annotations = [bread];
    const overlay = await bench.show(configured(bench));
    await overlay.see('.pin');
    await (await overlay.see(pressed)).hover();
    await overlay.page.mouse.down();
    bench.double.emit('updated', { ...bread, status: 'resolved' });
    await overlay.see('.pin.resolved');
    await overlay.page.mouse.up();
    await overlay.see(opened);
  });

  test('closes on Esc and restores the focus', async () => {
    bench.double.annotations = [introAnnotation()];
    const overlay = await bench.show(configured(bench));
    await overlay.see('.pin');
    await overlay.click('.badge');
    await overlay.see('.drawer');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('.drawer');
    expect(await overlay.page.evaluate(`${ROOT}.activeElement.className`)).toContain('badge');
  });
});

describe('overlapping pins', () => {
  test('form a cluster that lists them, and separate again', async () => {
    bench.double.annotations = [
      introAnnotation({ content: 'One', metadata: { area: { x: 0, y: 0, width: 0.1, height: 1 } } }),
      introAnnotation({ content: 'Two', metadata: { area: { x: 0, y: 0, width: 0.11, height: 1 } } }),
      introAnnotation({ content: 'Far', metadata: { area: { x: 0, y: 0, width: 0.9, height: 1 } } }),
    ];
    const overlay = await bench.show(configured(bench));
    const cluster = await overlay.see('.pin.cluster');
    expect(await cluster.evaluate((pin) => [pin.textContent, pin.getAttribute('aria-label')])).toEqual([
      '2',
      '2 comments close together',
    ]);
    await cluster.click();
    expect(await overlay.text('.dialog .rows')).toContain('Two');
    await overlay.click('.dialog .row');
    expect(await overlay.text('.dialog .text')).toBe('One');
    await overlay.page.keyboard.press('Escape');
    await overlay.page.addStyleTag({ content: '.intro { width: 4000px }' });
    await overlay.unsee('.pin.cluster');
  });
});

describe('from the page’s own code', () => {
  test('open() with an id waits for the list and scrolls to the element', async () => {
    const domFingerprint = { selector: '#far', xpath: '', text: 'Opening hours of the mill' };
    const far = introAnnotation({ domFingerprint });
    bench.double.annotations = [far];
    const body = `${BODY}<div style="height:3000px"></div><p id="far">Opening hours of the mill</p>`;
    const overlay = await bench.show(SCRIPT, body);
    await overlay.page.evaluate(`void new SvcConfig.Overlay(${bench.options}).init().open('${far.id}')`);
    await overlay.see('.dialog .thread');
    await overlay.see('.pin');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.drawer')?.hidden`)).toBe(true);
  });

  test('open, close and on: the list, the picker, a thread', async () => {
    const first = introAnnotation();
    bench.double.annotations = [first];
    const overlay = await bench.show(SCRIPT);
    await overlay.page.evaluate(`
      window.heard = [];
      window.overlay = new SvcConfig.Overlay({ ...${bench.options}, launcher: false });
      for (const type of ['ready', 'open', 'close', 'created', 'failed'])
        overlay.on(type, (detail) => heard.push([type, detail.panel ?? detail.number ?? detail.status ?? '']));
      window.stop = overlay.on('ready', () => heard.push(['never']));
      stop();
      void overlay.init().open()`);
    await overlay.see('.drawer');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.launcher').hidden`)).toBe(true);
    await overlay.page.evaluate('void overlay.close()');
    await overlay.unsee('.drawer');
    await overlay.page.evaluate(`void overlay.open('${first.id}')`);
    await overlay.see('.dialog .thread');
    await overlay.page.evaluate("void overlay.open('comment')");
    await overlay.see('.sheet');
    await overlay.page.mouse.click(60, 40);
    await overlay.write('By code');
    await overlay.unsee('form');
    expect(await overlay.page.evaluate('heard')).toEqual([
      ['ready', ''],
      ['open', 'list'],
      ['close', 'list'],
      ['open', 'thread'],
      ['close', 'thread'],
      ['open', 'choosing'],
      ['close', 'choosing'],
      ['open', 'form'],
      ['created', 2],
      ['close', 'form'],
    ]);
  });

  test('an error in a handler is reported as an error of the page', async () => {
    const overlay = await bench.show(SCRIPT);
    await overlay.page.evaluate(`
      window.overlay = new SvcConfig.Overlay(${bench.options});
      overlay.on('ready', () => { throw new Error('mine') });
      void overlay.init()`);
    await overlay.see('.launcher');
    await expect.poll(() => ownConsoleLines(overlay)).toEqual([expect.stringContaining('mine')]);
  });

  test.each([
    [{ theme: 'blue' }, 'theme is "blue"; expected one of auto, light, dark'],
    [{ accessToken: 7 }, 'accessToken is of type number; expected an access token'],
    [{ words: { comment: 1 } }, 'words is of type object; expected an object of texts'],
    [{ launcher: 'no' }, 'launcher is "no"; expected true or false'],
  ])('%j is rejected with a message', async (options, message) => {
    const overlay = await bench.show(configuredWith(bench, options));
    await expect.poll(() => overlay.consoleLines).toEqual([expect.stringContaining(message)]);
  });
});
