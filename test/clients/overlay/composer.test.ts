import { describe, expect, test } from 'vitest';
import { BODY, configured, configuredWith, ownConsoleLines, ROOT, useOverlayHost } from '../support/overlay-host.ts';
import type { OverlayPage } from '../support/overlay-page.ts';

const bench = useOverlayHost();

interface Sent {
  content: string;
  name?: string;
  email?: string;
  metadata: Record<string, unknown> & {
    diagnostics?: Record<string, unknown[]>;
    area?: Record<string, number>;
    quote?: object;
  };
}
const sent = (index = 0) => bench.double.created[index]?.body as unknown as Sent;

/** Clicks the button, then drags between these fractions of the element. */
async function drag(overlay: OverlayPage, selector: string, from: [number, number], to: [number, number]) {
  await overlay.click('.launcher');
  await overlay.see('.sheet');
  const box = await (await overlay.page.$(selector))?.boundingBox();
  if (!box) throw new Error(`${selector} has no box`);
  const { mouse } = overlay.page;
  const at = ([x, y]: [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const;
  await mouse.move(...at(from));
  await mouse.down();
  await mouse.move(...at(to), { steps: 3 });
  await mouse.up();
  await overlay.see('form');
}

const textIn = async (overlay: OverlayPage) =>
  (await overlay.see('textarea')).evaluate((area) => (area as HTMLTextAreaElement).value);
/** Presses the box that stores name and address on the device. */
const REMEMBER = `${ROOT}.querySelector('.extras > .tick:last-child input').click()`;
const field = (overlay: OverlayPage, type: string) => overlay.see(`.who input[type=${type}]`);

describe('an area', () => {
  test('is anchored to the element under it; pin and outline follow that element', async () => {
    const wide = '<div id="photo" style="margin:40px;width:600px;height:300px;background:#ddd"></div>';
    const overlay = await bench.show(configured(bench), BODY + wide);
    await drag(overlay, '#photo', [0.25, 0.2], [0.75, 0.8]);
    await overlay.write('Crop this');
    await overlay.see('.pin');
    const { area, tag, traits } = sent().metadata;
    expect([tag, (traits as { id: string }).id]).toEqual(['div', 'photo']);
    for (const [name, value] of Object.entries({ x: 0.25, y: 0.2, width: 0.5, height: 0.6 })) {
      expect(area?.[name], name).toBeCloseTo(value, 1);
    }
    await overlay.page.addStyleTag({ content: '#photo { margin-left: 120px !important; width: 300px !important }' });
    expect(await overlay.distance('.pin', '#photo', 0.75, 0.2)).toBeLessThan(3);
    await overlay.click('.pin');
    const outline = await (await overlay.see('.outline')).boundingBox();
    expect(outline?.width).toBeCloseTo(150, -1);
  });

  test('can be drawn by keys and is announced to screen readers', async () => {
    const wide = '<div id="photo" style="margin:0;width:400px;height:200px;background:#ddd"></div>';
    const overlay = await bench.show(configured(bench), wide + BODY);
    const { keyboard } = overlay.page;
    const voice = () => overlay.page.evaluate(`${ROOT}.querySelector('.voice').textContent`);
    await overlay.click('.launcher');
    await overlay.see('.sheet');
    await keyboard.press('ArrowDown');
    expect(await voice()).toBe('div');
    await keyboard.press('Space');
    for (let i = 0; i < 4; i++) await keyboard.press('ArrowRight');
    await keyboard.down('Shift');
    for (let i = 0; i < 20; i++) await keyboard.press('ArrowLeft');
    for (let i = 0; i < 10; i++) await keyboard.press('ArrowUp');
    await keyboard.up('Shift');
    expect(await voice()).toMatch(/^200 × 100, /);
    await keyboard.press('Enter');
    expect(await overlay.text('.dialog h2')).toBe('Comment on this area');
    await overlay.write('Crop this');
    await overlay.see('.pin');
    const { area, traits } = sent().metadata;
    expect((traits as { id: string }).id).toBe('photo');
    expect(area).toEqual({ x: 0.1, y: 0, width: 0.5, height: 0.5 });
  });

  test('smaller than the drag threshold is a click', async () => {
    const overlay = await bench.show(configured(bench));
    await drag(overlay, 'h1', [0.5, 0.5], [0.502, 0.51]);
    expect(await overlay.text('.dialog h2')).toBe('Comment on “Fresh bread”');
  });
});

describe('selected text', () => {
  const LONG = `<p class="long">${'Every loaf rests for a day. '.repeat(30)}The rye comes on Fridays. ${'Then it is baked again. '.repeat(30)}</p>`;
  const SELECT = `{ const { firstChild: node } = document.querySelector('.long'); const at = node.data.indexOf('rye comes');
    getSelection().setBaseAndExtent(node, at, node, at + 'rye comes on Fridays'.length); }`;
  const placeOf = (words: string) => `{ const p = document.querySelector('.long'); const range = document.createRange();
    const at = p.firstChild.data.indexOf('${words}'); range.setStart(p.firstChild, at); range.setEnd(p.firstChild, at + ${words.length});
    const { right, top } = range.getBoundingClientRect(); [Math.min(right, innerWidth - 28), top].map(Math.round) }`;

  test('is the target of the comment, and the pin stays on it when the paragraph is edited', async () => {
    const overlay = await bench.show(configured(bench), LONG + BODY);
    await overlay.page.evaluate(SELECT);
    await overlay.click('.launcher');
    expect(await overlay.text('.dialog h2')).toBe('Comment on “rye comes on Fridays”');
    expect(await overlay.page.evaluate('getSelection().isCollapsed')).toBe(true);
    await overlay.write('It comes on Saturdays');
    const pin = await overlay.see('.pin');
    const { quote, tag } = sent().metadata;
    expect([tag, quote]).toEqual([
      'p',
      {
        exact: 'rye comes on Fridays',
        prefix: expect.stringMatching(/ The $/),
        suffix: expect.stringMatching(/^\. Then/),
      },
    ]);
    const place = () =>
      pin.evaluate((button) => {
        const { e, f } = new DOMMatrix(getComputedStyle(button).transform);
        return [e, f];
      });
    expect(await place()).toEqual(await overlay.page.evaluate(placeOf('rye comes on Fridays')));
    await overlay.page.evaluate(
      `{ const p = document.querySelector('.long'); p.textContent = 'News. '.repeat(20) + p.textContent.replace('Fridays', 'Saturdays') }`,
    );
    const [, down] = (await overlay.page.evaluate(placeOf('rye comes'))) as number[];
    await expect.poll(async () => (await place())[1]).toBe(down);
    await overlay.click('.pin');
    const outline = await (await overlay.see('.outline')).boundingBox();
    expect(Math.round(outline?.y ?? 0)).toBe(down);
  });

  test('in a field is ignored', async () => {
    const overlay = await bench.show(configured(bench), `<input value="A secret">${BODY}`);
    await overlay.page.evaluate("document.querySelector('input').select()");
    await overlay.click('.launcher');
    await overlay.see('.sheet');
  });
});

describe('name and email address', () => {
  test('are sent, and remembered on this device only by choice', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await (await field(overlay, 'text')).type('Eve');
    await (await field(overlay, 'email')).type('eve@example.com');
    await overlay.click('.change');
    await overlay.page.evaluate(REMEMBER);
    await overlay.write('First');
    await overlay.see('.pin');
    expect(sent()).toMatchObject({ content: 'First', name: 'Eve', email: 'eve@example.com' });
    const remembered = async () => {
      const stored = await overlay.page.evaluate("localStorage.getItem('svc-overlay')");
      const { threads, ...visitor } = JSON.parse(String(stored));
      return [Object.keys(threads[`${bench.double.url} project-1`]).length, visitor];
    };
    expect(await remembered()).toEqual([1, { name: null }]);
    await overlay.choose('.intro');
    await overlay.unsee('.who');
    await overlay.click('.change');
    await overlay.page.evaluate(REMEMBER);
    await overlay.write('Second');
    // Leaving asks for confirmation until the response has arrived.
    await overlay.unsee('.dialog');
    expect(bench.double.created).toHaveLength(2);
    expect(await remembered()).toEqual([2, { name: 'Eve', email: 'eve@example.com' }]);
    await overlay.page.reload();
    await overlay.choose('h1');
    await overlay.click('.change');
    expect(await (await field(overlay, 'text')).evaluate((input) => (input as HTMLInputElement).value)).toBe('Eve');
    await overlay.page.evaluate(REMEMBER);
    await overlay.write('Third');
    await expect.poll(remembered).toEqual([3, { name: null }]);
  });

  test('are optional; an invalid email address is not sent', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await (await field(overlay, 'email')).type('eve@');
    await overlay.write('Hello');
    expect(await overlay.text('.problem')).toBe('This is not an e-mail address.');
    expect(bench.double.keys).toEqual([]);
    await (await field(overlay, 'email')).evaluate((input) => {
      (input as HTMLInputElement).value = '';
    });
    await overlay.click('.primary');
    await overlay.see('.pin');
    expect(sent()).not.toHaveProperty('name');
  });
});

/**
 * Waits until the browser has reported these requests to an observer that was registered after that
 * of the overlay.
 */
const recorded = (overlay: OverlayPage, ...paths: string[]) =>
  overlay.page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const observer = new PerformanceObserver(() => {
          const urls = performance.getEntriesByType('resource').map(({ name }) => name);
          if (wanted.every((path) => urls.some((url) => url.includes(path)))) resolve(observer.disconnect());
        });
        observer.observe({ type: 'resource', buffered: true });
      }),
    paths,
  );

describe('attachments', () => {
  const NOISE = `console.log('hello %s', 'Eve', { deep: { er: 1 }, get trap() { throw new Error('asked') } });
    console.error(new TypeError('boom'), 'token=abc123456 eve@example.com Bearer abcdefghijk'); console.debug('quiet');
    for (let i = 0; i < 60; i++) console.info('line', i); setTimeout(() => { throw new Error('uncaught') })`;

  test('include the browser, the last 50 console lines without secrets, failed requests and a picture', async () => {
    const overlay = await bench.show(configured(bench), `${BODY}<img src="/gone.png?key=secret" alt="Gone">`);
    await overlay.page.evaluate(`${NOISE}; void fetch('/missing?token=1')`);
    await recorded(overlay, '/gone.png', '/missing');
    await expect.poll(() => overlay.consoleLines.join()).toContain('uncaught');
    await overlay.choose('h1');
    await overlay.click('.change');
    await overlay.see('figure canvas');
    await overlay.write('Look');
    await overlay.see('.pin');
    const { userAgent, language, diagnostics } = sent().metadata;
    expect([typeof userAgent, language]).toEqual(['string', expect.stringMatching(/^en/)]);
    expect(diagnostics?.browser).toMatchObject({ colorScheme: 'light', pixelRatio: 1, online: true });
    const lines = diagnostics?.console as { level: string; text: string; at: number }[];
    expect(lines).toHaveLength(50);
    expect(lines.at(-1)).toMatchObject({ level: 'error', text: expect.stringContaining('Error: uncaught') });
    expect(diagnostics?.requests).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ url: `${bench.site}/gone.png`, status: 404 }),
        expect.objectContaining({ url: `${bench.site}/missing`, status: 404 }),
      ]),
    );
    expect(String(diagnostics?.picture)).toMatch(/^data:image\/webp;base64,/);
    expect(bench.double.created[0]?.bytes).toBeLessThan(16 * 1024);
  });

  test('include script requests without a response, except opaque cross-origin ones', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.page.setRequestInterception(true);
    overlay.page.on('request', (request) => {
      if (request.url().includes('/api/')) request.abort('connectionreset');
      else request.continue();
    });
    await overlay.page.evaluate(
      async (other) => {
        const xhr = new XMLHttpRequest();
        xhr.open('GET', 'http://127.0.0.1:1/api/prices?token=1');
        xhr.send();
        await fetch('/api/cart').catch(() => {});
        await fetch(other, { mode: 'no-cors' });
      },
      `${bench.double.url}/hidden`.replace('127.0.0.1', 'localhost'),
    );
    await recorded(overlay, '/api/prices', '/api/cart', '/hidden');
    await overlay.choose('h1');
    await overlay.write('Look');
    await overlay.see('.pin');
    const requests = sent().metadata.diagnostics?.requests as { url: string; status: number }[];
    expect(requests.map(({ url, status }) => [url, status]).sort()).toEqual(
      [
        ['http://127.0.0.1:1/api/prices', 0],
        [`${bench.site}/api/cart`, 0],
      ].sort(),
    );
  });

  test('format console lines without running getters and redact tokens and addresses', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.page.evaluate(NOISE.split('for (')[0] ?? '');
    await overlay.choose('h1');
    await overlay.write('Look');
    await overlay.see('.pin');
    const lines = sent().metadata.diagnostics?.console as { level: string; text: string }[];
    expect(lines.map(({ level, text }) => [level, text.replace(/ \(http[^)]*\)/, '')])).toEqual([
      ['log', 'hello Eve {deep: {…}, trap: …}'],
      ['error', 'TypeError: boom token=[hidden] [e-mail] Bearer [token]'],
      ['debug', 'quiet'],
    ]);
    expect(overlay.consoleLines.some((line) => line.includes('hello'))).toBe(true);
  });

  test('are left out when the visitor unticks them or the page disables them', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.page.evaluate("console.log('hello')");
    await overlay.choose('h1');
    await overlay.click('.change');
    await overlay.page.evaluate(`${ROOT}.querySelectorAll('.extras input').forEach((box) => box.click())`);
    await overlay.write('Look');
    await overlay.see('.pin');
    expect(sent().metadata).not.toHaveProperty('diagnostics');
    expect(sent().metadata).not.toHaveProperty('userAgent');
    const off = { collectConsole: false, collectRequests: false, pictures: false };
    const other = await bench.show(configuredWith(bench, off));
    expect(await other.page.evaluate('String(console.log)')).toContain('[native code]');
    await other.page.evaluate("console.log('hello')");
    await other.choose('h1');
    await other.write('Look');
    await expect.poll(() => bench.double.created.length).toBe(2);
    expect(Object.keys(sent(1).metadata.diagnostics ?? {})).toEqual(['browser']);
  });

  test.each([
    [3_000, 'drawn in slices'],
    [20_001, 'not drawn'],
  ])('a picture of a page of %i elements is %s', async (count, kind) => {
    const overlay = await bench.show(configured(bench), `${BODY}<div id="many"></div>`);
    await overlay.page.evaluate((n) => {
      const many = document.querySelector('#many');
      many?.append(...Array.from({ length: n }, () => document.createElement('i')));
      // Reading all styles in one task would delay messages.
      const read = getComputedStyle;
      const at: number[] = [];
      let stretch = 0;
      // The overlay calls no function of the page that has the same name.
      const counted = (of: Element) => at.push(stretch) && read(of);
      Object.assign(window, { at, getComputedStyle: counted });
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        stretch += 1;
        setTimeout(() => port2.postMessage(null));
      };
      port2.postMessage(null);
    }, count);
    await overlay.choose('h1');
    await overlay.click('.change');
    await overlay.write('Look');
    await overlay.see('.pin');
    const { picture } = sent().metadata.diagnostics ?? {};
    expect(typeof picture).toBe(kind === 'not drawn' ? 'undefined' : 'string');
    const stretches = await overlay.page.evaluate(() => new Set((window as unknown as { at: number[] }).at).size);
    expect(stretches).toBeGreaterThan(2);
  });

  test('a picture shows the target and blanks typed and masked content', async () => {
    const body = `<div id="place" style="width:400px;padding:20px;background:rgb(200,30,30)"><p style="color:#fff">Words</p>
      <input id="typed" style="background:#fff;width:200px;height:40px;border:0"><div id="note" contenteditable="plaintext-only" style="background:#fff;width:200px;height:40px">Typed</div><p data-svc-mask id="secret" style="background:#fff;width:200px;height:40px;margin:0">Private</p></div>`;
    const overlay = await bench.show(configured(bench), body);
    await overlay.page.type('#typed', '4111 1111 1111 1111');
    const boxes = await overlay.page.$$eval('#typed, #note, #secret', (found) =>
      found.map((element) => element.getBoundingClientRect().toJSON()),
    );
    await overlay.choose('#place', 0.9, 0.1);
    await overlay.click('.change');
    await overlay.see('figure canvas');
    const colors = await overlay.page.evaluate((masked) => {
      const canvas = document.querySelector('svc-overlay')?.shadowRoot?.querySelector('canvas');
      const context = canvas?.getContext('2d');
      // The picture shows 620 pixels of the page: the target and its margins.
      const scale = (canvas?.width ?? 0) / 620;
      const colorsIn = (box: { x: number; y: number; width: number; height: number }) => {
        const inner = [box.x + 6, box.y + 6, box.width - 12, box.height - 12].map((part) => Math.round(part * scale));
        const [x = 0, y = 0, width = 1, height = 1] = inner;
        const { data } = context?.getImageData(x, y, width, height) ?? { data: [] };
        const found = new Set<string>();
        for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 3).join());
        return [...found];
      };
      const [red] = colorsIn({ x: 300, y: 14, width: 40, height: 24 });
      return { red, masked: masked.map(colorsIn) };
    }, boxes);
    expect(colors).toMatchObject({ red: '200,30,30', masked: Array(3).fill([expect.any(String)]) });
  });
});

describe('a comment that cannot be delivered', () => {
  test('is kept when the form is closed, listed, and retried until it is stored', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    bench.double.rejection = { status: 503, message: 'The service is starting' };
    await overlay.write('Do not lose me');
    expect(await overlay.text('.problem')).toContain('sent automatically');
    await overlay.page.keyboard.press('Escape');
    await overlay.unsee('form');
    await overlay.click('.badge.warn');
    expect(await overlay.text('.drawer .row')).toContain('Do not lose me');
    expect(await overlay.text('.drawer .about')).toBe('Not sent yet');
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .problem')).toContain('The service is starting');
    await overlay.page.keyboard.press('Escape');
    bench.double.rejection = null;
    await overlay.page.evaluate("dispatchEvent(new Event('online'))");
    await overlay.see('.pin');
    expect(sent().content).toBe('Do not lose me');
    expect(new Set(bench.double.keys)).toHaveLength(1);
    expect(await overlay.text('.toast')).toBe('Comment sent');
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('is retried automatically after a delay', async () => {
    bench.double.rejection = { status: 500, message: 'No' };
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.write('Again');
    await overlay.see('.problem');
    bench.double.rejection = null;
    await overlay.see('.pin');
    await overlay.unsee('form');
    expect(sent().content).toBe('Again');
  });

  test.each([
    [1800, 1800],
    [3600, 3600],
    [3601, 3600],
    [2_592_000, 3600],
  ])('is sent again after what the service asks for, an hour at most: %i seconds', async (asked, waited) => {
    bench.double.rejection = { status: 503, message: 'Closed', headers: { 'retry-after': String(asked) } };
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.page.evaluate(`{
      window.pauses = [];
      const { setTimeout } = window;
      window.setTimeout = (act, ms) => { pauses.push(ms); return setTimeout(act, ms); };
    }`);
    await overlay.write('Later');
    await overlay.see('.problem');
    expect(await overlay.page.evaluate('Math.max(...pauses)')).toBe(waited * 1000);
    await overlay.page.evaluate('new Promise((done) => setTimeout(done, 300))');
    expect(bench.double.keys).toHaveLength(1);
  });

  test('because of rate limiting reports the delay if it is a minute or longer', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    bench.double.rejection = { status: 429, message: 'Too many', headers: { 'retry-after': '59' } };
    await overlay.write('Later');
    await overlay.see('.problem');
    expect(await overlay.text('.problem')).not.toMatch(/try again/i);
    bench.double.rejection = { status: 429, message: 'Too many', headers: { 'retry-after': '60' } };
    await overlay.click('.primary');
    await expect.poll(() => overlay.text('.problem')).toContain('Try again in 60 seconds.');
    expect(await overlay.text('.problem')).toContain('sent automatically');
  });

  test('reports an error while showing the stored comment, and a retry stores it only once', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.choose('h1');
    await overlay.page.evaluate(`{
      const { set } = Map.prototype;
      Map.prototype.set = function (key, value) {
        if (value?.content === 'Hidden') throw new TypeError('not mine');
        return set.call(this, key, value);
      };
      window.mend = () => { Map.prototype.set = set; };
    }`);
    await overlay.write('Hidden');
    expect(await overlay.text('.problem')).toContain('Something went wrong');
    expect(ownConsoleLines(overlay)).toEqual([]);
    await overlay.page.evaluate('mend()');
    await overlay.click('.primary');
    await overlay.see('.pin');
    await overlay.unsee('form');
    expect(bench.double.keys).toHaveLength(2);
    expect(new Set(bench.double.keys)).toHaveLength(1);
    expect(ownConsoleLines(overlay)).toEqual([]);
  });

  test('is listed after a rejection with its form closed, and can be sent again', async () => {
    const overlay = await bench.show(configured(bench));
    for (const content of ['First', 'Second']) {
      await overlay.choose('h1');
      bench.double.rejection = { status: 503, message: 'Not now' };
      await overlay.write(content);
      await overlay.see('.problem');
      await overlay.page.keyboard.press('Escape');
    }
    bench.double.rejection = { status: 403, message: 'Closed' };
    await overlay.choose('.intro');
    await (await overlay.see('textarea')).type('Third, half');
    await overlay.page.evaluate("dispatchEvent(new Event('online'))");
    await overlay.until(`${ROOT}.querySelector('.toast').textContent.includes('does not accept feedback')`);
    expect(await textIn(overlay)).toBe('Third, half');
    await overlay.click('.badge.warn');
    await overlay.see('.drawer');
    const waiting = () =>
      overlay.page.evaluate(`[...${ROOT}.querySelectorAll('.drawer .excerpt')].map((e) => e.textContent)`);
    expect(await waiting()).toEqual(['First', 'Second']);
    bench.double.rejection = null;
    await overlay.click('.drawer .row');
    expect(await overlay.text('.dialog .problem')).toContain('Closed');
    await overlay.click('.dialog .primary');
    await overlay.see('.pin');
    expect(await overlay.text('.drawer .row')).toContain('Second');
    expect(sent().content).toBe('First');
    await overlay.choose('.intro');
    expect(await textIn(overlay)).toBe('Third, half');
  });

  test('survives destroy() and init()', async () => {
    const overlay = await bench.show(configured(bench));
    bench.double.rejection = { status: 403, message: 'Closed' };
    await overlay.choose('h1');
    await overlay.write('Rejected');
    await overlay.see('.problem');
    await overlay.page.keyboard.press('Escape');
    bench.double.rejection = { status: 503, message: 'Not now' };
    await overlay.choose('h1');
    await overlay.write('Waiting');
    await overlay.see('.problem');
    await overlay.page.keyboard.press('Escape');
    await overlay.choose('h1');
    await (await overlay.see('textarea')).type('Half');
    bench.double.rejection = null;
    await overlay.page.evaluate('SvcConfig.overlay.destroy(); void SvcConfig.overlay.init()');
    await overlay.choose('h1');
    await overlay.see('.pin');
    expect(sent().content).toBe('Waiting');
    expect(new Set(bench.double.keys)).toHaveLength(2);
    expect(await textIn(overlay)).toBe('Half');
    await overlay.click('.badge.warn');
    expect(await overlay.text('.drawer .row')).toContain('Rejected');
    expect(await overlay.text('.drawer .about')).toBe('Rejected');
  });

  test('a chunk that cannot be loaded is reported and requested again', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.page.setRequestInterception(true);
    let isDown = true;
    overlay.page.on('request', (request) => {
      if (isDown && request.url().includes('/overlay/app-')) request.abort();
      else request.continue();
    });
    await overlay.click('.launcher');
    expect(await overlay.text('.toast')).toContain('Loading failed');
    // The other chunks may still be in flight.
    await overlay.see('.launcher[aria-busy="false"]');
    isDown = false;
    await overlay.click('.launcher');
    await overlay.see('.sheet');
  });
});
