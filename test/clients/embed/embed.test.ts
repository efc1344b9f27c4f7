import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { calendarMonth } from '../../../src/resolvers/platform/quotas/periods.ts';
import { setPlan } from '../../support/billing.ts';
import { rest } from '../../support/client.ts';
import { useEmbedHost } from '../support/embed-host.ts';
import { openPage } from '../support/overlay-page.ts';

const bench = useEmbedHost();
const SOON = { interval: 50 };

interface Step {
  type: string;
  text: string | null;
  inputType: string | null;
}

const FORM = `<h1 class="title">Fresh bread</h1><a href="/order?secret=1#x">Order</a>
  <form><input id="mail" type="text" value="typed before"><textarea>typed too</textarea>
    <input id="pw" type="password"><input id="cc" name="n" autocomplete="cc-number"><input id="code" autocomplete="one-time-code">
    <div id="editor" contenteditable>a draft</div></form>
  <section data-svc-mask class="private"><p id="masked" title="a title">Balance 9 000 €</p></section>
  <section data-svc-ignore><button id="ignored">Never seen</button></section>`;

/** Finds the session as the overlay does. */
const askSession =
  "(() => { let session = ''; document.dispatchEvent(new CustomEvent('svc-session', { detail: (id) => { session = id } })); return session })()";

describe('the embed script', () => {
  test('sends no value of a secret URL parameter', async () => {
    const sent: string[] = [];
    const { page } = await bench.show({ body: FORM });
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.evaluate("history.pushState(null, '', '/reset?token=hunter2&step=2#access_token=hunter2')");
    await expect.poll(() => sent.join(), SOON).toContain('/reset?token=redacted&step=2#access_token=redacted');
    expect(sent.join()).not.toContain('hunter2');
  });

  test('sends page view, structure, clicks, hovers and inputs, but no typed text', async () => {
    const { page, consoleLines, touched } = await bench.show({ body: FORM });
    await page.mouse.move(300, 300);
    await page.click('h1');
    await page.type('#mail', 'grace@navy.example');
    await page.type('#editor', 'xyz');
    await expect.poll(async () => (await bench.events()).map(({ type }) => type), SOON).toContain('input');
    const events = await bench.events();
    expect(new Set(events.map(({ session }) => session)).size).toBe(1);
    expect(events[0]).toMatchObject({ type: 'page_view', url: `${bench.site}/`, data: { title: 'Bakery' } });
    expect(events.find(({ type }) => type === 'click')).toMatchObject({
      elementMetadata: { tag: 'h1', selector: 'html > body > h1', xpath: '/html/body/h1', text: 'Fresh bread' },
      position: { x: expect.any(Number), y: expect.any(Number) },
    });
    expect(events.some(({ type }) => type === 'hover')).toBe(true);
    const typed = events
      .filter(({ type }) => type === 'input')
      .map((event) => [event.elementMetadata.id, event.inputType]);
    expect(typed).toContainEqual(['mail', 'text']);
    expect(events.findLast(({ elementMetadata }) => elementMetadata?.id === 'mail')).toMatchObject({
      valueLength: expect.any(Number),
    });
    await expect.poll(() => bench.structures(), SOON).not.toEqual([]);
    const [structure] = await bench.structures();
    expect(structure).toMatchObject({ title: 'Bakery', viewport: { width: 1000, height: 700 } });
    expect(structure.elements[0]).toMatchObject({ ref: 0, tag: 'html', step: 'html' });
    const heading = structure.elements.find(({ tag }: { tag: string }) => tag === 'h1');
    expect(heading).toMatchObject({
      text: 'Fresh bread',
      classes: ['title'],
      box: [8, expect.any(Number), 984, expect.any(Number)],
    });
    expect(structure.styles[heading.style]).toMatchObject({ fontWeight: '700', display: 'block' });
    expect(structure.elements.find(({ tag }: { tag: string }) => tag === 'a').attributes).toEqual({ href: '/order' });
    expect(structure.assets).toContainEqual({ kind: 'script', url: `${bench.app.url}/embed.min.js` });
    const all = JSON.stringify([events, structure]);
    for (const secret of ['typed before', 'typed too', 'a draft', 'grace', 'xyz', 'secret=1'])
      expect(all).not.toContain(secret);
    expect([consoleLines, await touched()]).toEqual([[], []]);
  });

  test.each([
    'role="textbox"',
    'class="monaco-editor"',
    'class="CodeMirror"',
    'class="cm-editor"',
    'class="ace_editor"',
  ])('sends nothing of a code editor: %s', async (marks) => {
    const body = `<form><input name="matches"></form><div ${marks}><div><p class="line">my secret</p></div></div>`;
    const { page } = await bench.show({ body });
    await page.click('.line');
    await expect.poll(async () => (await bench.events()).map(({ type }) => type), SOON).toContain('click');
    await expect.poll(() => bench.structures(), SOON).not.toEqual([]);
    const sent = [await bench.events(), await bench.structures()];
    expect(JSON.stringify(sent)).not.toContain('my secret');
    expect(JSON.stringify(sent)).toContain('matches');
  });

  test('sends only tags and positions of masked elements, nothing of ignored ones', async () => {
    const { page } = await bench.show({ body: FORM });
    await page.click('#masked');
    await page.click('#ignored');
    for (const field of ['#pw', '#cc', '#code']) await page.type(field, '1234');
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'input').length, SOON).toBe(3);
    await expect.poll(() => bench.structures(), SOON).not.toEqual([]);
    const events = await bench.events();
    const clicks = events.filter(({ type, elementMetadata }) => type === 'click' && elementMetadata.tag === 'p');
    expect(clicks.map(({ elementMetadata }) => elementMetadata)).toEqual([
      { tag: 'p', selector: 'html > body > section:nth-of-type(1) > p', xpath: '/html/body/section[1]/p' },
    ]);
    for (const event of events.filter(({ type }) => type === 'input')) {
      expect(event).toMatchObject({ inputType: 'masked', valueLength: 0 });
      expect(Object.keys(event.elementMetadata).sort()).toEqual(['selector', 'tag', 'xpath']);
    }
    const all = JSON.stringify([events, await bench.structures()]);
    for (const sent of [
      'Balance',
      'a title',
      'private',
      'Never seen',
      'ignored',
      '#masked',
      '"masked"',
      'cc-number',
      '"pw"',
    ]) {
      expect([
        sent,
        all.replace('"inputType":"masked"', '').replaceAll('"inputType":"masked"', '').includes(sent),
      ]).toEqual([sent, false]);
    }
  });

  test('sends only changes, and the latest structure includes them', async () => {
    const { page } = await bench.show({ body: '<ul><li>one</li><li>two</li></ul><p>old</p>' });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.evaluate(() => {
      document.querySelector('li')?.remove();
      document.querySelector('ul')?.append(Object.assign(document.createElement('li'), { textContent: 'three' }));
      (document.querySelector('p') as HTMLElement).textContent = 'new';
    });
    await expect.poll(() => bench.structures()).toHaveLength(2);
    const [, latest] = await bench.structures();
    expect(latest.elements.map(({ text }: { text?: string }) => text).filter(Boolean)).toEqual(['two', 'three', 'new']);
    const steps = latest.elements.map(({ step }: { step: string }) => step);
    expect(steps).toEqual(['html', 'body', 'ul', 'li[1]', 'li[2]', 'p']);
    const changes = await rest(
      bench.app,
      'GET',
      `/v1/projects/${bench.project.id}/page-structure/changes?url=${encodeURIComponent(`${bench.site}/`)}`,
      { token: bench.owner.token },
    );
    expect(changes.body.data.changed.map(({ members }: { members: string[] }) => members)).toContainEqual(['text']);
  });

  test('sends the position of elements that moved', async () => {
    const { page } = await bench.show({ body: '<main><p>one</p><p id="low">two</p></main><footer>end</footer>' });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    const boxOf = async (tag: string) =>
      (await bench.structures()).at(-1).elements.findLast((element: { tag: string }) => element.tag === tag)?.box;
    const before = await boxOf('footer');
    await page.evaluate(() => {
      const hero = Object.assign(document.createElement('div'), { textContent: 'hero' });
      hero.style.height = '100px';
      document.querySelector('main')?.before(hero);
      // Moves to another parent, with a new position among siblings.
      document.querySelector('footer')?.append(document.querySelector('#low') as Element);
    });
    await expect.poll(() => bench.structures()).toHaveLength(2);
    const { elements } = (await bench.structures()).at(-1);
    expect(elements.map(({ tag, step }: { tag: string; step: string }) => `${tag} ${step}`)).toEqual([
      'html html',
      'body body',
      'div div',
      'main main',
      'p p',
      'footer footer',
      'p p',
    ]);
    expect((await boxOf('footer'))[1]).toBeGreaterThan(before[1] + 30);
  });

  test('sends a full snapshot after too many changes, then changes again', async () => {
    const fast =
      '<script>{ const now = Date.now, begun = now(); Date.now = () => begun + 10 * (now() - begun) }</script>';
    const { page } = await bench.show({ head: fast, body: '<main></main>' });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    await page.evaluate(() => {
      const main = document.querySelector('main') as Element;
      for (let i = 0; i < 600; i++)
        main.append(Object.assign(document.createElement('p'), { textContent: `row ${i}` }));
    });
    const rows = async () =>
      (await bench.structures()).at(-1).elements.filter(({ tag }: { tag: string }) => tag === 'p').length;
    await expect.poll(rows).toBe(600);
    await page.evaluate(() => document.querySelector('main')?.append(document.createElement('p')));
    await expect.poll(rows).toBe(601);
  });

  test('sends nothing more of an element that is masked later, and no assets of masked or ignored elements', async () => {
    const styles = (name: string) => `<link rel="stylesheet" href="/${name}.css"><script src="/${name}.js"></script>`;
    const long = 'x'.repeat(150);
    const { page } = await bench.show({
      body: `<p id="balance">Balance 9 000</p><h2>${long}</h2><form>${[
        'otp_code',
        'otp1',
        'smsOtp',
        'verification_code',
      ]
        .map((name) => `<input name="${name}">`)
        .join('')}<input name="hotpot"></form>
        <div data-svc-ignore>${styles('ignored')}</div><div data-svc-mask>${styles('masked')}</div>${styles('open')}
        <img src="/picture.png?x=1"><video src="/film.mp4"></video>
        <style>@font-face { font-family: "Own Font"; src: local("DejaVu Sans"), local("Arial"), local("sans-serif") }</style>`,
    });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    const [structure] = await bench.structures();
    const named = (kind: string) =>
      structure.assets
        .filter((asset: { kind: string }) => asset.kind === kind)
        .map(({ url }: { url: string }) => url.replace(/^.*\//, ''));
    expect([named('script'), named('stylesheet'), named('image'), named('video')]).toEqual([
      ['embed.min.js', 'open.js'],
      ['open.css'],
      ['picture.png'],
      ['film.mp4'],
    ]);
    expect(structure.elements.find(({ tag }: { tag: string }) => tag === 'h2').text).toBe('x'.repeat(100));
    const fields = structure.elements.filter(({ tag }: { tag: string }) => tag === 'input');
    expect(fields.map(({ attributes }: { attributes?: { name: string } }) => attributes?.name)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'hotpot',
    ]);
    await page.hover('#balance');
    await page.evaluate(() => document.querySelector('#balance')?.setAttribute('data-svc-mask', ''));
    await page.click('#balance');
    await expect.poll(async () => (await bench.events()).some(({ type }) => type === 'click'), SOON).toBe(true);
    const click = (await bench.events()).find(({ type }) => type === 'click');
    expect(Object.keys(click.elementMetadata).sort()).toEqual(['selector', 'tag', 'xpath']);
    await expect.poll(async () => JSON.stringify((await bench.structures()).at(-1)).includes('Balance')).toBe(false);
  });

  test('sends a view for every page of an application, each with its own events and structure', async () => {
    const { page } = await bench.show({ body: '<h1>One</h1>' });
    await expect.poll(() => bench.structures(), SOON).toHaveLength(1);
    await page.click('h1');
    await page.evaluate(() => {
      history.pushState({}, '', '/two');
      document.body.innerHTML = '<h1 id="two">Two</h1>';
    });
    await expect
      .poll(async () => (await bench.events()).filter(({ type }) => type === 'page_view').length, SOON)
      .toBe(2);
    await page.click('h1');
    await expect.poll(() => bench.structures(), SOON).toHaveLength(2);
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(2);
    const events = await bench.events();
    const sent = events.filter(({ type }) => type !== 'hover').map(({ type, url }) => [type, new URL(url).pathname]);
    expect(sent).toEqual([
      ['page_view', '/'],
      ['click', '/'],
      ['page_view', '/two'],
      ['click', '/two'],
    ]);
  });
});

describe('when', () => {
  test('it is included twice, one instance collects', async () => {
    const { page } = await bench.show({ head: bench.script });
    await page.click('h1');
    await expect.poll(async () => (await bench.events()).some(({ type }) => type === 'click'), SOON).toBe(true);
    expect((await bench.events()).filter(({ type }) => type === 'page_view')).toHaveLength(1);
    expect((await bench.events()).filter(({ type }) => type === 'click')).toHaveLength(1);
  });

  test.each([
    ['Do Not Track', "Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })"],
    [
      'Global Privacy Control',
      "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })",
    ],
  ])('%s is set, the project decides', async (_name, set) => {
    const visit = async () => {
      const shown = await bench.show({ head: `<script>${set}</script>` });
      await shown.page.click('h1');
      return { ...shown, session: () => shown.page.evaluate(askSession) };
    };
    const first = await visit();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await first.session()).toBe('');
    expect(first.sentPaths).toEqual([`/v1/collect/${bench.project.projectKey}/settings`]);
    expect(await bench.events()).toEqual([]);
    const body = { respectDoNotTrack: false };
    await rest(bench.app, 'PATCH', `/projects/${bench.project.id}`, { token: bench.owner.token, body });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await visit();
    await expect.poll(second.session).toMatch(/^[0-9a-f]{32}$/);
    await expect.poll(async () => (await bench.events()).map(({ type }) => type)).toContain('page_view');
  });

  test('the tab is hidden, it sends pending events and pauses until the tab is visible', async () => {
    const { page } = await bench.show({});
    const setHidden = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await page.click('h1');
    await setHidden('hidden');
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(1);
    await page.click('h1');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await bench.events()).filter(({ type }) => type === 'click')).toHaveLength(1);
    await setHidden('visible');
    await page.click('h1');
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(2);
  });

  test('the page is left at once, the last click is not lost', async () => {
    const { page } = await bench.show({ body: '<h1>Leave</h1>' });
    await page.click('h1');
    await page.goto('about:blank');
    await expect.poll(async () => (await bench.events()).filter(({ type }) => type === 'click').length, SOON).toBe(1);
  });
});

test('with the overlay on the page, a comment has a session timeline', async () => {
  const config = JSON.stringify({ apiUrl: bench.app.url, projectId: bench.project.projectKey });
  const overlayScript = `<script>window.SvcConfig = ${config}</script><script src="${bench.app.url}/overlay.js" defer></script>`;
  const shown = await bench.show({ head: overlayScript, body: FORM }, '/both');
  await shown.page.close();
  const overlay = await openPage(bench.browser, `${bench.site}/both`);
  await overlay.page.click('h1');
  await overlay.page.type('#mail', 'abc');
  await overlay.choose('h1');
  await overlay.write('Too fresh');
  await overlay.see('.pin');
  const { token } = bench.owner;
  const list = await rest(bench.app, 'GET', `/annotations/project/${bench.project.id}`, { token });
  const [annotation] = list.body;
  const steps = async () => {
    const { body } = await rest(bench.app, 'GET', `/annotations/${annotation.id}/trail`, { token });
    return body.map(({ type, text, inputType }: Step) => `${type} ${text ?? inputType ?? ''}`.trim());
  };
  await expect.poll(steps, SOON).toEqual(expect.arrayContaining(['page_view', 'click Fresh bread', 'input text']));
  expect(overlay.consoleLines).toEqual([]);
});

test('it stops silently at the plan limit', async () => {
  const { app, owner } = bench;
  await setPlan(app, owner.organizationId, 'free');
  const used = 'INSERT INTO usage_counters (organization_id, metric, period_start, used) VALUES ($1, $2, $3, $4)';
  const upsert = `${used} ON CONFLICT (organization_id, metric, period_start) DO UPDATE SET used = excluded.used`;
  await app.services.pool.query(upsert, [owner.organizationId, 'events', calendarMonth(new Date()).start, 100_000]);
  const { page, consoleLines, sentPaths } = await bench.show({});
  const statusLine = expect.stringContaining('403');
  await expect.poll(() => consoleLines, SOON).toContainEqual(statusLine);
  await expect.poll(() => page.evaluate(askSession), SOON).toBe('');
  for (let i = 0; i < 5; i++) {
    await page.click('h1');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(sentPaths).toEqual(['/svc/event']);
  // The browser logs every response with an error status.
  expect(consoleLines.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([]);
});

test('is small', () => {
  const script = readFileSync('dist/clients/embed.min.js');
  expect(brotliCompressSync(script).length).toBeLessThan(8 * 1024);
});
