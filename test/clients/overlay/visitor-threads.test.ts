import { describe, expect, test } from 'vitest';
import { annotation, reply } from '../support/feedback-double.ts';
import { BODY, configured, introAnnotation, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

// Chromium loads about fifteen pages: storage, tabs and addresses exist in a browser only.
const bench = useOverlayHost();

const verbs = () => bench.double.calls.map(({ method, path }) => `${method} ${path}`);
// biome-ignore lint/suspicious/noExplicitAny: the stored object
const stored = ({ page }: OverlayPage): Promise<any> =>
  page.evaluate("JSON.parse(localStorage.getItem('svc-overlay'))");
const articles = (overlay: OverlayPage, count: number) =>
  overlay.until(`${ROOT}.querySelectorAll('.dialog article').length === ${count}`);
const body = (overlay: OverlayPage) => overlay.page.evaluate(`${ROOT}.querySelector('.dialog').innerText`);
/** Buttons that change own texts, by their position in the thread. */
const own = (name: string) => `.dialog article button.retry::-p-text(${name})`;

/** Opens a page on which this device wrote the given comments. */
async function showAsAuthor(annotations: Record<string, unknown>[], path = '/', storage = ''): Promise<OverlayPage> {
  bench.double.annotations = annotations;
  const threads = Object.fromEntries(annotations.map(({ id }) => [id, [`pbv_${String(id)}`, '']]));
  const state = JSON.stringify({ threads: { [`${bench.double.url} project-1`]: threads } });
  const head = `<script>${storage || `localStorage.setItem('svc-overlay', ${JSON.stringify(state)})`}</script>`;
  return bench.show(`${head}${configured(bench)}`, BODY, path);
}

describe('the author of a comment', () => {
  test('replies, and changes and deletes the own words after a reload, in another tab too', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.write('Too pale');
    await overlay.see('.pin');
    const [{ id } = { id: '' }] = bench.double.annotations;
    const project = `${bench.double.url} project-1`;
    await expect
      .poll(() => stored(overlay))
      .toMatchObject({ threads: { [project]: { [String(id)]: [`pbv_${id}`, ''] } } });

    const tab = await bench.show(configured(bench));
    await tab.click('.pin');
    await (await tab.see('.reply textarea')).type('By far');
    expect(await tab.page.evaluate(`${ROOT}.querySelector('.reply .quiet').hidden`)).toBe(true);
    await tab.click('.reply .primary');
    await articles(tab, 2);
    expect(bench.double.listTokens.at(-1)).toBe(`pbv_${id}`);

    await overlay.page.reload();
    await overlay.click('.pin');
    await articles(overlay, 2);
    await overlay.click(own('Edit'));
    const field = await overlay.see('article textarea');
    await field.evaluate((area) => (area as HTMLTextAreaElement).select());
    await field.type('Much too pale');
    await overlay.click('article .primary');
    await overlay.until(`${ROOT}.querySelector('article .text').textContent === 'Much too pale'`);
    // The comment has a reply, so it stays.
    expect(await body(overlay)).not.toContain('Delete');
    expect(verbs()).toEqual([`POST /annotations/${id}/comments`, `PATCH /annotations/public/${id}`]);
  });

  test('deletes it before the first reply, with a second press, also if the list changes between them', async () => {
    const overlay = await showAsAuthor([introAnnotation()]);
    await overlay.click('.pin');
    await overlay.click(own('Delete'));
    bench.double.emit('updated', { ...bench.double.annotations[0], status: 'in_progress' });
    await overlay.see('.dialog .status.in_progress');
    await overlay.click(own('Delete permanently?'));
    await overlay.unsee('.pin');
    expect(verbs()).toEqual([expect.stringMatching(/^DELETE \/annotations\/public\/annotation-/)]);
  });

  test('opens a thread at its newest reply, and sees the next one', async () => {
    const comments = Array.from({ length: 12 }, (_, i) => reply(`Answer ${i + 1}`));
    const [annotated] = [introAnnotation({ comments, commentCount: comments.length })];
    const overlay = await showAsAuthor([annotated]);
    await overlay.click('.pin');
    await articles(overlay, 13);
    const isLastShown = `{
      const thread = ${ROOT}.querySelector('.thread').getBoundingClientRect();
      const last = [...${ROOT}.querySelectorAll('.thread article')].at(-1).getBoundingClientRect();
      thread.height > 0 && last.bottom <= thread.bottom + 1 && last.top >= thread.top }`;
    await expect.poll(() => overlay.page.evaluate(isLastShown)).toBe(true);
    const more = [...comments, reply('Answer 13')];
    bench.double.emit('updated', { ...annotated, comments: more, commentCount: more.length });
    await articles(overlay, 14);
    await expect.poll(() => overlay.page.evaluate(isLastShown)).toBe(true);
  });

  test('sees the files of the thread, also the own ones', async () => {
    const comments = Array.from({ length: 12 }, (_, i) => reply(`Answer ${i + 1}`));
    const overlay = await showAsAuthor([introAnnotation({ comments, commentCount: comments.length })]);
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    bench.double.files = [
      { commentId: null, name: 'own.pdf', url: 'https://files.example/own', contentType: 'application/pdf' },
      { commentId: comments[11]?.id, name: 'mock-up.png', url, contentType: 'image/png' },
    ];
    await overlay.click('.pin');
    const links = `Array.from(${ROOT}.querySelectorAll('article'), (each) =>
      Array.from(each.querySelectorAll('a'), (link) => link.innerText || link.firstChild.alt))`;
    await expect
      .poll(() => overlay.page.evaluate(links))
      .toEqual([['own.pdf'], ...Array(11).fill([]), ['mock-up.png']]);
    bench.double.files = [];
  });

  test('cannot change what is 15 minutes old, nor the words of others', async () => {
    const createdAt = new Date(Date.now() - 901_000).toISOString();
    const late = introAnnotation({ number: 1, createdAt, comments: [reply('Soon')], commentCount: 1 });
    const overlay = await showAsAuthor([late]);
    await overlay.click('.pin');
    await overlay.see('.reply');
    expect(await body(overlay)).not.toMatch(/Edit|Delete/);
    bench.double.annotations = [
      late,
      annotation({ number: 2, domFingerprint: { selector: 'h1', xpath: '', text: 'Fresh bread' } }),
    ];
    await overlay.page.reload();
    await overlay.click('.pin[aria-label^="Comment 2,"]');
    await overlay.see('.dialog .thread');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
  });

  test('is told that somebody answered, until the thread was opened', async () => {
    const mine = introAnnotation();
    const overlay = await showAsAuthor([{ ...mine, comments: [reply('Soon')], commentCount: 1 }]);
    await overlay.see('.badge.news');
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.badge').title`)).toContain('New answer');
    await overlay.click('.badge');
    expect(await overlay.text('.drawer .row')).toContain('New answer');
    await overlay.click('.drawer .row');
    await overlay.until(`!${ROOT}.querySelector('.badge').classList.contains('news')`);
    expect(JSON.stringify(await stored(overlay))).toContain(new Date().getFullYear().toString());
  });

  test('hears that the thread has ended when the token is no longer accepted', async () => {
    const overlay = await showAsAuthor([introAnnotation()]);
    await overlay.click('.pin');
    bench.double.rejection = { status: 401, message: 'x-visitor-token: no token is valid' };
    await (await overlay.see('.reply textarea')).type('Hello?');
    await overlay.click('.reply .primary');
    expect(await overlay.text('.dialog .problem')).toContain('no longer continue');
  });

  test.each([
    [
      'blocked',
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })",
    ],
    ['full', "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"],
  ])('keeps the token in memory where storage is %s, and hears of it', async (_state, script) => {
    const overlay = await showAsAuthor([], '/', script);
    await overlay.choose('h1');
    await overlay.write('Too pale');
    await overlay.until(`${ROOT}.querySelector('.toast').textContent.includes('until you leave')`);
    await overlay.click('.pin');
    await overlay.until(`${ROOT}.querySelector('.reply .note').textContent.includes('until you leave')`);
    await (await overlay.see('.reply textarea')).type('By far');
    await overlay.click('.reply .primary');
    await articles(overlay, 2);
  });
});

describe('a link', () => {
  const open = (hash: string, more = {}) => {
    bench.double.annotations = [introAnnotation({ number: 12, ...more })];
    return bench.show(configured(bench), BODY, `/${hash}`);
  };
  const title = "document.querySelector('svc-overlay').shadowRoot.querySelector('.dialog h2').textContent";

  test.each([
    ['#pinbound=12', {}],
    ['#/list?pinbound=12', {}],
    ['#!list?b=2&pinbound=12', {}],
    ['#pinbound=12', { status: 'resolved' }],
    ['#pinbound=12', { domFingerprint: { selector: '#banner', xpath: '/html/body/aside/i', text: 'Gone' } }],
  ])('%s opens the thread of %j', async (hash, more) => {
    const overlay = await open(hash, more);
    await overlay.until(`${title} === 'Comment 12'`);
    expect(await overlay.page.evaluate('location.hash')).toBe(hash);
  });

  test('opens a thread after a navigation within the page, and of a page that is reached later', async () => {
    const overlay = await open('#pinbound=3');
    expect(await overlay.text('.toast')).toContain('Comment 3 is not on this page');
    bench.double.annotations = [introAnnotation({ number: 3 }), introAnnotation({ number: 4 })];
    await overlay.page.evaluate("history.pushState(null, '', '/elsewhere')");
    await overlay.until(`${title} === 'Comment 3'`);
    await overlay.page.evaluate("location.hash = 'pinbound=4'");
    await overlay.until(`${title} === 'Comment 4'`);
  });

  test.each([
    ['#pinbound=12.pbc_secret', '#pinbound=12'],
    ['#/list?pinbound=12.pbc_secret&a=1', '#/list?pinbound=12&a=1'],
  ])('of a mail, %s, makes this device one of its author, once', async (hash, clean) => {
    const mine = introAnnotation({ number: 12 });
    bench.double.mailed.set('pbc_secret', String(mine.id));
    const overlay = await open(hash, { id: mine.id });
    await overlay.see('.reply textarea');
    expect(await overlay.page.evaluate('location.hash')).toBe(clean);
    expect(JSON.stringify(await stored(overlay))).toContain(`pbv_${mine.id}`);
    expect(bench.double.codes).toEqual(['pbc_secret']);
    expect(bench.double.listed.join()).not.toContain('pbc_');
    await overlay.page.reload();
    await overlay.see('.reply textarea');
    expect(bench.double.codes).toEqual(['pbc_secret']);
  });

  test('of a mail that has expired opens the thread for reading', async () => {
    const overlay = await open('#pinbound=12.pbc_used');
    expect(await overlay.text('.toast')).toContain('This link has expired');
    await overlay.until(`${title} === 'Comment 12'`);
    expect(await overlay.page.evaluate(`${ROOT}.querySelector('.reply')`)).toBeNull();
  });
});

test('stored data of another form is ignored', async () => {
  for (const value of ['"text"', '{"threads": 1}', 'null']) {
    const overlay = await bench.show(
      `<script>localStorage.setItem('svc-overlay', ${JSON.stringify(value)})</script>${configured(bench)}`,
    );
    await overlay.see('.launcher');
    await overlay.page.close();
  }
  expect(bench.double.listTokens.join('')).toBe('');
});

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const lost = { domFingerprint: { selector: '.gone', xpath: '', text: 'Sold out' } };
const shown = `${ROOT}.querySelector('.place img')`;

test('the thread of a comment whose element is gone shows the picture that its visitor sent', async () => {
  const overlay = await showAsAuthor([annotation({ ...lost, number: 12, picture })], '/#pinbound=12');
  expect(await overlay.text('.dialog .place span')).toBe('Not on this page now');
  await overlay.until(`${shown}.naturalWidth === 1`);
  expect(await overlay.page.evaluate(`${shown}.alt`)).toBe('Picture');
  const found = await showAsAuthor([introAnnotation({ picture })]);
  await found.click('.pin');
  await found.see('.dialog');
  await found.unsee('.place');
  expect(await found.page.evaluate(`${shown}.src`)).toBe('');
});

test('a page whose policy forbids the picture shows a link to it', async () => {
  const first = await showAsAuthor([annotation({ ...lost, number: 12, picture })]);
  await first.see('.launcher');
  const config = bench.options.replaceAll('"', '&quot;');
  const script = `<script src="/overlay.js" data-svc-config="${config}" defer></script>`;
  const overlay = await bench.show(script, BODY, '/strict#pinbound=12');
  const link = await overlay.see('.place a');
  await overlay.until(`${shown}.complete && ${shown}.naturalWidth === 0`);
  expect(await link.evaluate((element) => (element as HTMLAnchorElement).href)).toBe(picture);
  const { name } = (await overlay.page.accessibility.snapshot({ root: link })) ?? {};
  expect(name).toBe('Picture');
  const box = await link.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(15);
});

test('comments that two tabs send are both own ones, in both', async () => {
  const first = await bench.show(configured(bench));
  await first.choose('h1');
  const second = await bench.show(configured(bench));
  await second.choose('.intro');
  // Both tabs have started before either stores a token.
  await second.write('Too long');
  await second.see('.pin');
  await first.page.bringToFront();
  await first.write('Too pale');
  await expect.poll(() => bench.double.annotations.length).toBe(2);
  const ids = bench.double.annotations.map(({ id }) => String(id));
  const threads = async () => Object.keys((await stored(first)).threads[`${bench.double.url} project-1`]);
  await expect.poll(threads).toEqual(ids);
  for (const { page } of [first, second]) {
    await page.bringToFront();
    await page.reload();
  }
  await second.click('.pin[aria-label^="Comment 2,"]');
  await second.see('.reply textarea');
  await first.page.bringToFront();
  await first.click('.pin[aria-label^="Comment 1,"]');
  await first.see('.reply textarea');
});
