import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import type { CaptureRequest } from '../../../src/infrastructure/capture/capture-request.ts';
import { page, type Site } from './pages.ts';

interface DynamicPage {
  name: string;
  html: string;
  options?: Partial<CaptureRequest>;
}

const style = (css: string) => `<style>${css}</style>`;
const text = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `<p>Line ${i}: The quick brown fox jumps over the lazy dog.</p>`).join('');
const box = 'width:80px;height:60px;background:#36c';
const KEYFRAMES = `@keyframes go { from { transform: translateX(0); opacity: 1 } to { transform: translateX(200px); opacity: .3 } }`;
const everyMs = (ms: number, code: string) => `<script>setInterval(() => { ${code} }, ${ms})</script>`;

/** Every way for a script to read the time, with its result under a frozen clock. */
export const CLOCKS: Record<string, string> = {
  'new Date().toISOString()': '2026-01-01T12:00:00.000Z',
  'Date.now()': '1767268800000',
  'Date()': 'Thu Jan 01 2026 12:00:00 GMT+0000 (Coordinated Universal Time)',
  'performance.now()': '0',
  'performance.timeOrigin': '1767268800000',
  'performance.timing.navigationStart': '1767268800000',
  'document.timeline.currentTime': '0',
  "new Event('x').timeStamp": '0',
  "new Intl.DateTimeFormat('en', { timeStyle: 'medium', dateStyle: 'short' }).format()": '1/1/26, 12:00:00 PM',
  "new Intl.DateTimeFormat('en', { second: 'numeric', fractionalSecondDigits: 3 }).formatToParts().map((part) => part.value).join('')":
    '0.000',
  "'Temporal' in self ? Temporal.Now.instant() : '2026-01-01T12:00:00Z'": '2026-01-01T12:00:00Z',
  "'Temporal' in self ? Temporal.Now.plainTimeISO() : '12:00:00'": '12:00:00',
  "'Temporal' in self ? Temporal.Now.zonedDateTimeISO() : '2026-01-01T12:00:00+00:00[UTC]'":
    '2026-01-01T12:00:00+00:00[UTC]',
};

/** 50 pages that look different at each moment or load. Those under `freeze` need that option. */
export const DYNAMIC_PAGES: DynamicPage[] = [
  { name: 'text', html: page(text(20)) },
  {
    name: 'text in many fonts',
    html: page(
      ['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui']
        .map((font) => `<p style="font-family:${font}">Sphinx of black quartz — äöü ß € 漢字 عربى 😀</p>`)
        .join(''),
    ),
  },
  {
    name: 'text of every size',
    html: page(
      Array.from({ length: 20 }, (_, i) => `<span style="font-size:${7 + i * 1.3}px">Ag${i} </span>`).join(''),
    ),
  },
  {
    name: 'a late web font',
    html: page(
      '<p style="font:24px Late">Late font</p>',
      style('@font-face { font-family: Late; src: url(/late-font) }'),
    ),
  },
  {
    name: 'an endless animation',
    html: page(`<div style="${box};animation:go 1s infinite alternate"></div>`, style(KEYFRAMES)),
  },
  {
    name: 'a finite animation',
    html: page(`<div style="${box};animation:go 2s forwards"></div>`, style(KEYFRAMES)),
  },
  {
    name: 'a delayed animation',
    html: page(`<div style="${box};animation:go 1s .7s both"></div>`, style(KEYFRAMES)),
  },
  {
    name: 'animations in steps',
    html: page(`<div style="${box};animation:go .4s steps(7) infinite"></div>`, style(KEYFRAMES)),
  },
  {
    name: 'animations of pseudo-elements',
    html: page(
      '<div class=p></div>',
      style(`${KEYFRAMES} .p::before { content: "x"; display: block; ${box}; animation: go .6s infinite }`),
    ),
  },
  {
    name: 'animations by script',
    html: page(
      `<div id=b style="${box}"></div><script>b.animate([{ marginLeft: 0 }, { marginLeft: '250px' }], { duration: 700, iterations: Infinity })</script>`,
    ),
  },
  {
    name: 'animations in a shadow tree',
    html: page(
      `<div id=h></div><script>h.attachShadow({ mode: 'open' }).innerHTML = '<style>${KEYFRAMES} div { ${box}; animation: go .8s infinite }</style><div></div>'</script>`,
    ),
  },
  {
    name: 'a running transition',
    html: page(
      `<div id=b style="${box};transition:margin 3s"></div><script>requestAnimationFrame(() => requestAnimationFrame(() => { b.style.marginLeft = '200px' }))</script>`,
    ),
  },
  {
    name: 'transitions of colors',
    html: page(
      `<div id=b style="${box};transition:all 5s"></div><script>getComputedStyle(b).color; b.style.background = 'red'</script>`,
    ),
  },
  {
    name: 'a shimmering skeleton',
    html: page(
      '<div class=s></div>',
      style(
        '.s { height: 100px; background: linear-gradient(90deg, #eee, #999, #eee) 0/200%; animation: sh 1s infinite } @keyframes sh { to { background-position: -200% } }',
      ),
    ),
  },
  {
    name: 'a spinner',
    html: page(
      '<div class=s></div>',
      style(
        '.s { width: 60px; height: 60px; border: 8px solid #ddd; border-top-color: #06c; border-radius: 50%; animation: r .5s linear infinite } @keyframes r { to { rotate: 1turn } }',
      ),
    ),
  },
  {
    name: 'a carousel by CSS',
    html: page(
      '<div class=c><i></i><i></i><i></i></div>',
      style(
        '.c { display: flex; animation: c 3s infinite } .c i { flex: 0 0 400px; height: 200px; background: red } .c i + i { background: blue } @keyframes c { 50% { transform: translateX(-400px) } }',
      ),
    ),
  },
  {
    name: 'a carousel by timer',
    html: page(`<h1 id=h>1</h1><script>let n = 1; setInterval(() => { h.textContent = ++n }, 1000)</script>`),
    options: { freeze: true },
  },
  {
    name: 'a fast ticker',
    html: page(
      `<h1 id=h>1</h1><script>let n = 1; setInterval(() => { h.style.marginLeft = (n++ % 50) + 'px' }, 930)</script>`,
    ),
    options: { freeze: true },
  },
  {
    name: 'a clock',
    html: page(
      `<script>document.write([${Object.keys(CLOCKS).join(', ')}].map((shown) => '<p>' + String(shown)).join(''))</script>`,
    ),
    options: { freeze: true },
  },
  {
    name: 'a running clock',
    html: page(
      '<h1 id=h></h1><script>const show = () => { h.textContent = Date() + Date.now() }; show(); setInterval(show, 100)</script>',
    ),
    options: { freeze: true },
  },
  {
    name: 'random colors',
    html: page(
      '<div id=b style="height:100px"></div><script>b.style.background = "hsl(" + Math.random() * 360 + " 80% 50%)"</script>',
    ),
    options: { freeze: true },
  },
  {
    name: 'random order',
    html: page(
      '<script>for (const n of [...Array(30).keys()].sort(() => Math.random() - .5)) document.write(n + " ")</script>',
    ),
    options: { freeze: true },
  },
  {
    name: 'random ids',
    html: page('<script>document.write(crypto.randomUUID() + crypto.getRandomValues(new Uint8Array(8)))</script>'),
    options: { freeze: true },
  },
  {
    name: 'an animated canvas',
    html: page(
      '<canvas id=c></canvas><script>const x = c.getContext("2d"); let n = 0; const draw = () => { x.fillStyle = "hsl(" + n * 7 + " 90% 50%)"; x.fillRect(n++ % 300, 0, 20, 150); requestAnimationFrame(draw) }; draw()</script>',
    ),
    options: { freeze: true },
  },
  {
    name: 'a video of a canvas',
    html: page(
      '<canvas id=c></canvas><video id=v autoplay muted></video><script>c.getContext("2d").fillRect(0, 0, 90, 90); v.srcObject = c.captureStream(5)</script>',
    ),
    options: { freeze: true },
  },
  { name: 'a playing video', html: page('<video src="/moving.webm" autoplay muted loop width=320></video>') },
  {
    name: 'a video with a poster',
    html: page('<video src="/moving.webm" poster="/late.svg" muted width=320></video>'),
  },
  {
    name: 'two videos',
    html: page(
      '<video src="/moving.webm" autoplay muted width=160></video><video src="/moving.webm" autoplay muted loop width=160></video>',
    ),
  },
  { name: 'a video without a file', html: page('<video src="/none.webm" autoplay width=320></video>') },
  { name: 'an animated GIF', html: page('<img src="/moving.gif">') },
  { name: 'many GIFs', html: page('<img src="/moving.gif">'.repeat(12)) },
  { name: 'a GIF as background', html: page('<div style="height:200px;background:url(/moving.gif)"></div>') },
  { name: 'an animated WebP', html: page('<img src="/moving.webp">') },
  {
    name: 'an animated SVG',
    html: page(
      '<svg width=300 height=100><rect width=40 height=40><animate attributeName="x" from="0" to="260" dur="1s" repeatCount="indefinite"/></rect></svg>',
    ),
  },
  { name: 'an animated SVG as an image', html: page('<img width=300 height=100 src="/moving.svg">') },
  {
    name: 'a caret',
    html: page(
      '<input autofocus value="text"><textarea>more</textarea><script>document.querySelector("input").focus()</script>',
    ),
  },
  {
    name: 'a caret in editable content',
    html: page(
      '<div contenteditable id=e>text</div><script>e.focus(); getSelection().selectAllChildren(e); getSelection().collapseToEnd()</script>',
    ),
  },
  {
    name: 'a selection',
    html: page(`${text(3)}<script>getSelection().selectAllChildren(document.querySelector("p"))</script>`),
  },
  {
    name: 'lazy images',
    html: page(
      `<div style="height:1500px"></div>${'<img loading=lazy src="/late.svg" width=100 height=100>'.repeat(5)}`,
    ),
    options: { fullPage: true },
  },
  {
    name: 'late images',
    html: page('<img src="/late.svg?1" width=100 height=100><img src="/late.svg?2" width=100 height=100>'),
  },
  {
    name: 'images of two densities',
    html: page('<img srcset="/late.svg 1x, /moving.gif 2x" width=100 height=100>'),
    options: { viewport: { width: 400, height: 300, deviceScaleFactor: 2 } },
  },
  {
    name: 'content revealed on scrolling',
    html: page(
      `<div style="height:900px"></div><div class=x style="${box}"></div><script>new IntersectionObserver((all) => { for (const { isIntersecting, target } of all) if (isIntersecting) target.style.background = 'red' }).observe(document.querySelector('.x'))</script>`,
    ),
    options: { fullPage: true },
  },
  {
    name: 'a sticky header',
    html: page(`<header style="position:sticky;top:0;background:#fc0">Header</header>${text(60)}`),
    options: { fullPage: true },
  },
  {
    name: 'fixed elements',
    html: page(`<nav style="position:fixed;bottom:0;background:#fc0">Menu</nav>${text(60)}`),
    options: { fullPage: true },
  },
  {
    name: 'smooth scrolling',
    html: page(
      `<style>html { scroll-behavior: smooth }</style>${text(60)}<script>document.querySelectorAll("p")[40].scrollIntoView()</script>`,
    ),
    options: { fullPage: true },
  },
  {
    name: 'a growing list',
    html: page(
      `<div id=l></div><script>let n = 0; const add = () => { if (n < 60) l.insertAdjacentHTML('beforeend', '<p>Item ' + n++ + '</p>') }; for (let i = 0; i < 30; i++) add(); new IntersectionObserver(([e]) => e.isIntersecting && add()).observe(l)</script>`,
    ),
    options: { fullPage: true },
  },
  { name: 'a marquee', html: page('<marquee scrollamount=20>Breaking news</marquee><progress></progress>') },
  {
    name: 'forms of every kind',
    html: page(
      '<select><option>One</select><input type=range><input type=date><input type=color><input type=checkbox checked><progress value=.4></progress><meter value=.6></meter><button>Go</button>',
    ),
  },
  {
    name: 'frames',
    html: page(
      `<iframe width=300 height=120 srcdoc='<style>${KEYFRAMES} div { ${box}; animation: go .7s infinite }</style><div></div>'></iframe>`,
    ),
  },
  {
    name: 'fetched data',
    html: page(
      `<ul id=l></ul>${everyMs(2_000, '')}<script>fetch('/data.json').then((answer) => answer.json()).then((all) => { l.innerHTML = all.map((item) => '<li>' + item).join('') })</script>`,
    ),
  },
];

/** Returns the resources of the pages. */
export async function dynamicPageResources(): Promise<Site> {
  const frame = (background: string) => ({ create: { width: 64, height: 48, channels: 3 as const, background } });
  const frames = await Promise.all(['red', 'lime', 'blue'].map((color) => sharp(frame(color)).png().toBuffer()));
  const moving = sharp(frames, { join: { animated: true } });
  const [gif, webp] = await Promise.all([
    moving
      .clone()
      .gif({ delay: [90, 90, 90], loop: 0 })
      .toBuffer(),
    moving
      .clone()
      .webp({ delay: [90, 90, 90], loop: 0 })
      .toBuffer(),
  ]);
  const webm = readFileSync(resolve('test/fixtures/pages/moving.webm'));
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inner}</svg>`;
  const respondWith =
    (type: string, bytes: Uint8Array | string, afterMs = 0): Site[string] =>
    (_request, response) => {
      setTimeout(() => response.writeHead(200, { 'content-type': type }).end(bytes), afterMs);
    };
  return {
    '/moving.gif': respondWith('image/gif', gif),
    '/moving.webp': respondWith('image/webp', webp),
    '/moving.webm': respondWith('video/webm', webm),
    '/moving.svg': respondWith(
      'image/svg+xml',
      svg(
        '<circle r="9" cy="50"><animate attributeName="cx" from="0" to="100" dur="1s" repeatCount="indefinite"/></circle>',
      ),
    ),
    '/late.svg': respondWith('image/svg+xml', svg('<rect width="100" height="100" fill="#06c"/>'), 150),
    '/late-font': respondWith('font/woff2', 'no font at all', 150),
    '/data.json': respondWith('application/json', JSON.stringify(['One', 'Two', 'Three']), 100),
  };
}
