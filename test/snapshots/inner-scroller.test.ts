// Costs 15 s: one browser.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserPool } from '../../src/infrastructure/capture/browser-pool.ts';
import { type PageServer, servePages } from './support/pages.ts';
import { pixelsOf } from './support/pixels.ts';
import { captureOf, testPool } from './support/pool.ts';

const [BLUE, RED, GREEN] = ['#0000ff', '#ff0000', '#008000'];
const ROW = 80;
const ROWS = 40;
const CONTENT = ROW * ROWS;
const rows = Array.from(
  { length: ROWS },
  (_, n) => `<div id="r${n + 1}" style="height:${ROW}px;background:${n === 29 ? RED : BLUE}">Order ${n + 1}</div>`,
).join('');
const html = (style: string, body: string, doctype = '<!doctype html>') =>
  `${doctype}<title>App</title><style>html,body{margin:0;height:100%;overflow:hidden}${style}</style>${body}`;
const BAR = `<header style="position:sticky;top:0;height:40px;background:${GREEN}"></header>`;

/** Applications whose rows scroll in an element, with the height of bars beside them. */
const APPS: Record<string, [page: string, bars: number]> = {
  'an element as high as the window': [html('#app{height:100vh;overflow-y:auto}', `<div id="app">${rows}</div>`), 0],
  'the body': [html('body{overflow:auto}', rows), 0],
  'the body in quirks mode': [
    html('body{overflow:auto}', `<div id="app" style="height:100%;overflow:auto">${rows}</div>`, ''),
    0,
  ],
  'a grid with a header': [
    html('body{display:grid;grid-template:40px 1fr/100%}main{overflow:auto}', `${BAR}<main>${rows}</main>`),
    40,
  ],
  'a scroller with a sticky bar': [html('#app{height:100%;overflow:auto}', `<div id="app">${BAR}${rows}</div>`), 40],
  'a container that scripts move': [
    html(
      '#app{height:100vh;overflow:hidden}',
      `<div id="app"><div style="transform:translateY(0)">${rows}</div></div>`,
    ),
    0,
  ],
  'a container that clips what scripts move': [
    html('#app{height:100vh;overflow:clip}', `<div id="app"><div style="transform:translateY(0)">${rows}</div></div>`),
    0,
  ],
  'a container fixed to the window that scripts move': [
    html('#app{position:fixed;top:0;left:0;width:100%}', `<div id="app">${rows}</div>`),
    0,
  ],
  'a frame': [
    html(
      'iframe{width:100%;height:100vh;border:0;display:block}',
      `<iframe srcdoc='<!doctype html>${rows}<style>body{margin:0}</style>'></iframe>`,
    ),
    0,
  ],
  'a shadow root': [
    `<!doctype html><style>html,body{margin:0}</style><x-app></x-app><script>document.querySelector('x-app').attachShadow({ mode: 'open' }).innerHTML =
      ${JSON.stringify(`<div style="height:100vh;overflow:auto">${rows}</div>`)}</script>`,
    0,
  ],
  'a shell as high as the dynamic window': [
    html(
      '#app{height:100dvh;display:flex;flex-direction:column}main{flex:1;min-height:0;overflow-y:auto}',
      `<div id="app">${BAR}<main>${rows}</main></div>`,
    ),
    40,
  ],
  'a calculated height below a bar': [
    html('main{height:calc(100svh - 40px);overflow:auto}', `${BAR}<main>${rows}</main>`),
    40,
  ],
  'an element fixed to all edges': [
    html('#app{position:fixed;inset:0;overflow:auto}', `<div id="app">${rows}</div>`),
    0,
  ],
  'a greatest height': [html('#app{max-height:100vh;overflow:auto}', `<div id="app">${rows}</div>`), 0],
  'the innermost of three boxes': [
    html(
      'div{height:100%;overflow:hidden}#app{overflow:auto}#app div{height:auto}',
      `<div><div><div id="app"><div>${rows.replaceAll('<div', '<section').replaceAll('</div', '</section')}</div></div></div></div>`,
    ),
    0,
  ],
  'one of two scrollers beside each other': [
    html(
      '#app{display:grid;grid-template:100vh/200px 1fr}nav,main{overflow:auto}nav p{margin:0;height:1000px}main{margin-left:-200px;padding-left:200px}',
      `<div id="app"><nav><p>Menu</p></nav><main>${rows}</main></div>`,
    ),
    0,
  ],
  'a chat that begins at its end': [
    html(
      '#app{height:100vh;overflow:auto;display:flex;flex-direction:column-reverse}',
      `<div id="app"><div>${rows}</div></div>`,
    ),
    0,
  ],
  'a height that a script sets': [
    html(
      '#app{overflow:auto}',
      `<div id="app">${rows}</div><script>const fit = () => { app.style.height = innerHeight + 'px' }; addEventListener('resize', fit); fit()</script>`,
    ),
    0,
  ],
  'rows that are drawn where they are seen': [
    html(
      '#app{height:100vh;overflow:auto}#all{position:relative}#all div{position:absolute;width:100%}',
      `<div id="app"><div id="all" style="height:${CONTENT}px"></div></div><script>
        const each = ${JSON.stringify(rows)}.split(/(?=<div id)/);
        const draw = () => { const first = Math.floor(app.scrollTop / ${ROW}); const last = Math.ceil((app.scrollTop + app.clientHeight) / ${ROW});
          all.innerHTML = each.slice(first, last).map((row, n) => row.replace('style="', 'style="top:' + (first + n) * ${ROW} + 'px;')).join('') };
        app.onscroll = draw; new ResizeObserver(draw).observe(app); draw()</script>`,
    ),
    0,
  ],
  'rows whose rendering is skipped out of sight': [
    html(
      '#app{height:100vh;overflow:auto}#app div{content-visibility:auto;contain-intrinsic-height:10px}',
      `<div id="app">${rows}</div>`,
    ),
    0,
  ],
  'rows that snap': [
    html(
      '#app{height:100vh;overflow:auto;scroll-snap-type:y mandatory}#app div{scroll-snap-align:start}',
      `<div id="app">${rows}</div>`,
    ),
    0,
  ],
  'rows that are added when there is room': [
    html(
      '#app{height:100vh;overflow:auto}',
      `<div id="app"></div><script>
        const all = ${JSON.stringify(rows)}.split(/(?=<div id)/);
        const fill = () => { while (app.children.length < all.length && app.children.length * ${ROW} < innerHeight + 400) app.insertAdjacentHTML('beforeend', all[app.children.length]) };
        addEventListener('resize', fill); fill()</script>`,
    ),
    0,
  ],
};
/** Bars at both edges, which are in the picture once. */
const FOOT = `<footer style="position:sticky;bottom:0;height:40px;background:${GREEN}"></footer>`;
const FRAMED: Record<string, string> = {
  'between bars of a grid': html(
    'body{display:grid;grid-template:40px 1fr 40px/100%;height:100dvh}main{overflow:auto}',
    `${BAR}<main>${rows}</main>${FOOT}`,
  ),
  'with bars that stick to both edges': html(
    '#app{height:100%;overflow:auto}',
    `<div id="app">${BAR}${rows}${FOOT}</div>`,
  ),
  'with bars that are fixed': html(
    '#app{height:100%;overflow:auto;padding:40px 0;box-sizing:border-box}header{position:fixed!important;width:100%}footer{position:fixed!important;width:100%}',
    `${BAR}<div id="app">${rows}</div>${FOOT}`,
  ),
};
/** Pages whose scroller does not show more in a higher window. */
const CUT: Record<string, string> = {
  'a height of its own': html('#app{height:500px;overflow:auto}', `<div id="app">${rows}</div>`),
  'a height that a script sets once': html(
    '#app{overflow:auto}',
    `<div id="app">${rows}</div><script>app.style.height = innerHeight + 'px'</script>`,
  ),
  'parts as high as the window': html(
    '#app{height:100%;overflow:auto}section{height:100vh}',
    '<div id="app"><section></section><section></section></div>',
  ),
};
/** The same for content that scrolls sideways: another width would be another layout. */
const COLUMNS = Array.from({ length: 9 }, (_, n) => `<section>Column ${n + 1}</section>`).join('');
const COLUMN = 'section{flex:none;width:300px;height:100%;background:#0000ff}';
const WIDE: Record<string, string> = {
  'a board of columns': html(
    `body{display:flex;flex-direction:column}main{flex:1;display:flex;overflow-x:auto}${COLUMN}`,
    `${BAR}<main>${COLUMNS}</main>`,
  ),
  'a board from right to left': html(
    `#app{height:100%;display:flex;direction:rtl;overflow:auto}${COLUMN}`,
    `<div id="app">${COLUMNS}</div>`,
  ),
  'pages side by side that snap': html(
    '#app{height:100vh;display:flex;overflow-x:scroll;scroll-snap-type:x mandatory}section{flex:none;width:100vw}',
    '<div id="app"><section>One</section><section>Two</section></div>',
  ),
  'a wide table in a frame': html(
    'iframe{width:100%;height:100vh;border:0;display:block}',
    `<iframe srcdoc='<!doctype html><table style="width:3000px"><td>Order</table>'></iframe>`,
  ),
  'a board in a shadow root': `<!doctype html><style>html,body{margin:0}</style><x-app></x-app><script>
    document.querySelector('x-app').attachShadow({ mode: 'open' }).innerHTML =
      ${JSON.stringify(`<style>${COLUMN}</style><div style="height:100vh;display:flex;overflow:auto">${COLUMNS}</div>`)}</script>`,
  'columns of rows that scroll both ways': html(
    `#app{height:100vh;overflow:auto}#rows{width:3000px}`,
    `<div id="app"><div id="rows">${rows}</div></div>`,
  ),
};
const OTHERS: Record<string, string> = {
  'an ornament beyond a full-size part': html(
    '#hero{height:100vh;overflow:hidden}',
    '<div id="hero"><div style="height:200vh">Ornament</div></div>',
  ),
  'a small strip of cards': html(
    `#list{height:120px;display:flex;overflow-x:auto}${COLUMN}`,
    `<div id="list">${COLUMNS}</div>`,
  ),
  'a part that clips a wide ornament': html(
    '#hero{height:100vh;overflow:hidden}',
    '<div id="hero"><div style="width:3000px">Ornament</div></div>',
  ),
  'a small list': html('#list{height:100px;overflow:auto}', `<div id="list">${rows}</div>`),
};

const WIDE_WINDOW = 'a wide page';
const WIDE_PAGE = '<!doctype html><body style="margin:0;overflow-x:auto"><div style="width:3000px">Wide</div>';

const VIEWPORT = { width: 800, height: 600, deviceScaleFactor: 1 };
let site: PageServer;
let pool: BrowserPool;
beforeAll(async () => {
  pool = await testPool();
  const apps = Object.fromEntries(Object.entries(APPS).map(([name, [html]]) => [name, html]));
  const pages = Object.entries({ ...apps, ...FRAMED, ...CUT, ...WIDE, ...OTHERS, [WIDE_WINDOW]: WIDE_PAGE });
  site = await servePages(Object.fromEntries(pages.map(([name, html]) => [`/${name.replaceAll(' ', '-')}`, html])));
});
afterAll(async () => {
  await pool.close();
  await site.close();
});
const capture = (name: string, fullPage = true) =>
  pool.capture(captureOf(`${site.url}/${name.replaceAll(' ', '-')}`, { viewport: VIEWPORT, fullPage }));

test.each(Object.entries(APPS))(
  'of an application that scrolls in %s, every row is in the picture',
  async (name, [, bars]) => {
    const { image, record } = await capture(name);
    const { width, height, at } = await pixelsOf(image);
    expect([width, height, record.isCut]).toEqual([800, CONTENT + bars, false]);
    const row = record.elements.find(({ id }) => id === 'r30');
    if (!/shadow|frame|beside/.test(name)) expect(row?.box).toEqual([0, 29 * ROW + bars, 800, ROW]);
    expect(at(400, 29 * ROW + bars + 40)).toBe(RED);
    // A bar is drawn once.
    if (bars > 0) expect([at(400, 20), at(400, 620)]).toEqual([GREEN, BLUE]);
  },
);

test.each(Object.keys(FRAMED))('an application %s has its bars at both ends of the picture', async (name) => {
  const { image, record } = await capture(name);
  const { height, at } = await pixelsOf(image);
  expect([height, record.isCut]).toEqual([CONTENT + 80, false]);
  expect([20, 60, CONTENT + 20, CONTENT + 60].map((y) => at(400, y))).toEqual([GREEN, BLUE, BLUE, GREEN]);
});

test.each(Object.keys(CUT))('a scroller with %s makes the picture incomplete', async (name) => {
  const { image, record } = await capture(name);
  expect([(await pixelsOf(image)).height, record.isCut]).toEqual([600, true]);
});

test.each(Object.keys(WIDE))('%s makes the picture incomplete', async (name) => {
  const { image, record } = await capture(name);
  const isHigh = name.endsWith('both ways');
  const { width, height } = await pixelsOf(image);
  expect([width, height > 600, record.isCut, record.isComplete]).toEqual([800, isHigh, true, true]);
});

test('a window that scrolls sideways is in the picture', async () => {
  const { image, record } = await capture(WIDE_WINDOW);
  expect([(await pixelsOf(image)).width, record.isCut]).toEqual([3000, false]);
});

test.each(Object.keys(OTHERS))('%s does not make the window grow', async (name) => {
  const { image, record } = await capture(name);
  expect([(await pixelsOf(image)).height, record.isCut]).toEqual([600, false]);
});

test('a picture of the window shows the window', async () => {
  const { image, record } = await capture('an element as high as the window', false);
  expect([(await pixelsOf(image)).height, record.isCut]).toEqual([600, false]);
});
