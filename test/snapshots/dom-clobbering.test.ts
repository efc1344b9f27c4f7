import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

/** Script that collects all member names of these interfaces. */
const allNames = (interfaces: string) => `
  const names = new Set(${interfaces}.flatMap((each) => Object.getOwnPropertyNames(each.prototype)));`;

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  site = await servePages({
    '/shop': page(
      `<form id="add" class="cart" action="/cart/add" style="height:50px;background:red">
         <input type="hidden" name="id" value="5"><button>Add to cart</button></form>`,
    ),
    '/form': page(
      `<form id="all" class="every" style="height:50px;background:red"><b>Text</b></form><p>After</p><script>${allNames('[HTMLFormElement, HTMLElement, Element, Node, EventTarget]')}
         for (const name of names) all.append(Object.assign(document.createElement('input'), { name, type: 'hidden' }));</script>`,
    ),
    '/document': page(
      `<p id="text">Text</p><video></video><img loading="lazy" src="data:,"><script>${allNames('[HTMLDocument, Document, Node, EventTarget]')}
         const list = document.createElement('div');
         for (const name of names) list.append(Object.assign(document.createElement('img'), { name, src: 'data:,' }),
           Object.assign(document.createElement('form'), { name }));
         text.after(list);</script>`,
    ),
    '/foreign': page(
      `<p>Text</p><script>
         for (const name of ['img', 'video', 'marquee', 'iframe', 'form', 'progress']) {
           const element = document.body.appendChild(document.createElementNS('urn:strange', name));
           element.setAttribute('loading', 'lazy');
         }
         document.body.append(document.createElement('svg'));</script>`,
    ),
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

test.each(['/shop', '/form'])('a form with fields named like its members is recorded: %s', async (path) => {
  const options = { fullPage: true, waitForSelector: 'form' };
  const { image, record } = await pool.capture(captureOf(site.url + path, options));
  const form = record.elements.find(({ tag }) => tag === 'form');
  const [id, name] = path === '/shop' ? ['add', 'cart'] : ['all', 'every'];
  expect(form).toMatchObject({
    id,
    classes: [name],
    selector: `#${id}`,
    xpath: '/html/body/form',
    text: path === '/shop' ? 'Add to cart' : 'Text',
    box: [0, 0, 400, 50],
  });
  expect((await pixelsOf(image)).at(300, 40)).toBe('#ff0000');
  const hidden = await pool.capture(captureOf(site.url + path, { ...options, hideSelectors: ['form'] }));
  expect((await pixelsOf(hidden.image)).at(300, 40)).toBe('#ffffff');
});

test('a document with images and forms named like its members is recorded', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/document`, { fullPage: true, hideSelectors: ['img'] }));
  expect(record.title).toBe('Test');
  expect(record.elements.find(({ id }) => id === 'text')).toMatchObject({ selector: '#text', text: 'Text' });
});

test('elements of other namespaces with known tag names are recorded', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/foreign`, { fullPage: true }));
  expect(record.elements.find(({ tag }) => tag === 'p')).toMatchObject({ text: 'Text' });
});
