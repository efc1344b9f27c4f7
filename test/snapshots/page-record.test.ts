import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  site = await servePages({
    '/': page(
      `<p id="plain">Plain</p>
       <div id="faded" style="opacity:0"><b id="in-faded">Faded</b></div>
       <div id="gone" style="display:none"><b id="in-gone">Gone</b></div>
       <div id="hidden" style="visibility:hidden">Not read <b id="back" style="visibility:visible">Read</b></div>
       <div style="content-visibility:hidden"><b id="skipped">Skipped</b></div>
       <div id="contents" style="display:contents">Laid out <b id="in-contents">outside</b></div>
       <div id="half" style="opacity:.5">Half</div>
       <section id="all"><i>Seen</i><i style="opacity:0">Unseen</i></section>
       <div id="secret"><b id="in-secret">Asked to be hidden</b></div>`,
    ),
    '/links': page(
      `<a id="own" href="/hours?day=mo#top" target="_blank"><b id="inner">Hours</b></a> <p id="around">See <a href="hours">the hours</a>.</p>
       <div id="two"><a href="/a">A</a> <a href="/b">B</a></div> <div id="same"><a href="/a">A</a> <a href="/a">Again</a></div>
       <a id="else" target="map" href="https://user:word@maps.example/oven">Map</a> <a id="mail" href="mailto:a@bakery.example">Mail</a>
       <a id="signed" href="/file?name=bread&amp;access_token=abc&amp;nonce=a8f3c0d1e2b4a6f8">File</a> <a id="plain">None</a>
       <div id="hiding">Text <a href="/a" hidden>A</a></div>`,
    ),
    '/moving': page(`<canvas id="c" width="200" height="200"></canvas><script>
      const draw = 'onmessage = ({ data }) => { const pen = data.getContext("2d"); let n = 0; setInterval(() => { pen.fillStyle = "hsl(" + 47 * n++ + " 90% 50%)"; pen.fillRect(0, 0, 200, 200) }, 5) }';
      const canvas = c.transferControlToOffscreen();
      new Worker(URL.createObjectURL(new Blob([draw]))).postMessage(canvas, [canvas]);
    </script>`),
  });
});
afterAll(async () => {
  await pool.close();
  await site.close();
});

test('a record contains visible elements and their text, however others are hidden', async () => {
  const { record } = await pool.capture(captureOf(site.url, { hideSelectors: ['#secret'] }));
  const texts = Object.fromEntries(record.elements.filter(({ id }) => id).map(({ id, text }) => [id, text]));
  expect(texts).toEqual({
    plain: 'Plain',
    back: 'Read',
    'in-contents': 'outside',
    half: 'Half',
    all: 'Seen',
  });
  const body = record.elements.find(({ tag }) => tag === 'body');
  expect(body?.text).toBe('Plain Read Laid out outside Half Seen');
});

test('a record contains the targets of links, for what is in a link and around its only target', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/links`));
  const targets = Object.fromEntries(
    record.elements.filter(({ id }) => id).map(({ id, style: { linkTarget = null } }) => [id, linkTarget]),
  );
  expect(targets).toEqual({
    own: '/hours?day=mo#top',
    inner: '/hours?day=mo#top',
    around: '/hours',
    two: null,
    same: '/a',
    else: 'https://maps.example/oven',
    mail: 'mailto:a@bakery.example',
    signed: '/file?name=bread&access_token=%E2%80%A6&nonce=%E2%80%A6',
    plain: '',
    hiding: '',
  });
});

test('a record says which links open in another window, for what is in them too', async () => {
  const { record } = await pool.capture(captureOf(`${site.url}/links`));
  const windowOf = (id: string) => record.elements.find((element) => element.id === id)?.style.linkWindow;
  expect(['own', 'inner', 'else', 'mail', 'same', 'plain'].map(windowOf)).toEqual([
    'new',
    'new',
    'new',
    'same',
    undefined,
    undefined,
  ]);
});

test('a record reports a page that never became stable', async () => {
  const stillness = async (path: string) => (await pool.capture(captureOf(site.url + path))).record.isStill;
  expect([await stillness('/'), await stillness('/moving')]).toEqual([true, false]);
});
