// Costs 10 s: three browsers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** Properties that the browser states of itself on a desktop, and on a phone where they differ. */
const FACTS: Record<string, [code: string, desktop: string, phone?: string]> = {
  language: ['navigator.language', 'en-US'],
  languages: ['navigator.languages', 'en-US,en'],
  number: [
    "new Intl.NumberFormat(navigator.language, { style: 'currency', currency: 'EUR' }).format(1234.5)",
    '€1,234.50',
  ],
  zone: ['Intl.DateTimeFormat().resolvedOptions().timeZone', 'UTC'],
  screen: [
    '[screen.width, screen.height, screen.availWidth, screen.availHeight]',
    '1440,900,1440,900',
    '390,844,390,844',
  ],
  outer: ['[outerWidth, outerHeight]', '1440,900', '390,844'],
  hover: ["matchMedia('(hover: hover) and (pointer: fine)').matches", 'true', 'false'],
  coarse: ["matchMedia('(any-pointer: coarse)').matches", 'false', 'true'],
  touch: ["[navigator.maxTouchPoints, 'ontouchstart' in window]", '0,false', '5,true'],
  agent: ['navigator.userAgent.match(/Headless|Chrome.[0-9]+/)[0].slice(0, 7)', 'Chrome/'],
  brands: ["navigator.userAgentData.brands.map(({ brand }) => brand).includes('Chromium')", 'true'],
  webdriver: ['navigator.webdriver', 'true'],
  locale: ['[Intl.DateTimeFormat().resolvedOptions().locale, new Date(0).toLocaleTimeString()]', 'en-US,12:00:00 AM'],
  offset: ['[new Date(2026, 0, 1).getTimezoneOffset(), new Date(2026, 6, 1).getTimezoneOffset()]', '0,0'],
  inner: ['[innerWidth, innerHeight, screenX, screenY]', '1440,900,0,0', '390,844,0,0'],
  orientation: [
    "[screen.orientation.type, matchMedia('(orientation: portrait)').matches]",
    'landscape-primary,false',
    'portrait-primary,true',
  ],
  media: [
    "['(width: 1440px)', '(device-width: 1440px)', '(hover: none)', '(any-hover: hover)', '(pointer: coarse)', '(color-gamut: p3)', '(dynamic-range: high)', '(forced-colors: active)', '(prefers-contrast: more)', '(monochrome)', '(display-mode: browser)', '(scripting: enabled)'].map((query) => +matchMedia(query).matches)",
    '1,1,0,1,0,0,0,0,0,0,1,1',
    '0,0,1,0,1,0,0,0,0,0,1,1',
  ],
  depth: ['[screen.colorDepth, screen.pixelDepth, devicePixelRatio]', '24,24,1'],
  version: [
    "navigator.userAgentData.brands.find(({ brand }) => brand === 'Chromium').version === /Chrome.([0-9]+)/.exec(navigator.userAgent)[1]",
    'true',
  ],
  platform: [
    '[navigator.platform.startsWith(navigator.userAgentData.platform), navigator.userAgentData.mobile]',
    'true,false',
  ],
  seen: [
    '[document.hasFocus(), document.visibilityState, navigator.onLine, navigator.cookieEnabled]',
    'true,visible,true,true',
  ],
  permission: [
    "[Notification.permission, (await navigator.permissions.query({ name: 'notifications' })).state]",
    'denied,denied',
  ],
  memory: ['navigator.deviceMemory', '8'],
  connection: ['[navigator.connection.saveData, navigator.connection.effectiveType]', 'false,4g'],
  frame: [
    `await new Promise((told) => { addEventListener('message', ({ data }) => told(data), { once: true });
      const frame = document.createElement('iframe'); frame.src = location.href.replace('127.0.0.1', 'localhost') + 'frame'; document.body.append(frame) })`,
    'en-US,en false 4 UTC en-US 0,false 8 1440 true',
    'en-US,en false 4 UTC en-US 5,true 8 390 true',
  ],
  processors: ['navigator.hardwareConcurrency', '4'],
  webgl: ["document.createElement('canvas').getContext('webgl') !== null", 'true'],
  worker: [
    `await new Promise((told) => { new Worker(URL.createObjectURL(new Blob(["postMessage(navigator.languages + ' ' + /Headless/.test(navigator.userAgent) + ' ' + Intl.DateTimeFormat().resolvedOptions().timeZone + ' ' + navigator.userAgentData?.brands.length + ' ' + navigator.hardwareConcurrency + ' ' + navigator.deviceMemory)"]))).onmessage = ({ data }) => told(data) })`,
    'en-US,en false UTC 2 4 8',
  ],
};

let site: PageServer;
let language: string | undefined;
beforeAll(async () => {
  site = await servePages({
    '/': page(`<script type="module">
      const report = (id, text) => { const p = document.createElement('p'); p.id = id; p.textContent = text; document.body.append(p) };
      ${Object.entries(FACTS)
        .map(([name, [code]]) => `report('${name}', await (async () => String(${code}))().catch(String));`)
        .join('\n')}
      report('header', await (await fetch('/language')).text());
      report('end', 'done');
    </script>`),
    '/frame':
      page(`<script>parent.postMessage([navigator.languages, /Headless/.test(navigator.userAgent), navigator.hardwareConcurrency,
      Intl.DateTimeFormat().resolvedOptions().timeZone, Intl.DateTimeFormat().resolvedOptions().locale,
      [navigator.maxTouchPoints, 'ontouchstart' in window], navigator.deviceMemory, screen.width, navigator.webdriver].join(' '), '*')</script>`),
    '/language': ({ headers }, response) => {
      const { 'user-agent': agent = '', 'accept-language': accepted } = headers;
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${accepted} ${agent.includes('Headless')}`);
    },
  });
  language = process.env.LC_ALL;
});
afterAll(async () => {
  if (language === undefined) delete process.env.LC_ALL;
  else process.env.LC_ALL = language;
  await site.close();
});

describe.each(['tr_TR.UTF-8', 'C.UTF-8'])('on a machine with LC_ALL=%s', (locale) => {
  test.each([
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ])('the browser of a capture says what that of a visitor with a %s says', async (device, size) => {
    process.env.LC_ALL = locale;
    const pool = await testPool();
    const viewport = { ...size, deviceScaleFactor: 1 };
    const { record } = await pool.capture(captureOf(site.url, { viewport, waitForSelector: '#end' }));
    await pool.close();
    const stated = Object.fromEntries(record.elements.filter(({ id }) => id).map(({ id, text }) => [id, text]));
    const expected = Object.entries(FACTS).map(([name, [, desktop, phone]]) => [
      name,
      device === 'phone' ? (phone ?? desktop) : desktop,
    ]);
    expect(stated).toEqual({ ...Object.fromEntries(expected), header: 'en-US,en false', end: 'done' });
  });
});

test('navigator.webdriver is false in all frames if the project says so, and throws for other objects as before', async () => {
  const shown = `<p>\${navigator.webdriver} \${'webdriver' in navigator} \${Object.keys(navigator).length}</p>`;
  const script = (html: string) => `<script>document.write(\`${html}\`)</script>`;
  const own = await servePages({
    '/': page(`${script(shown)}<iframe src="/frame" width="300" height="50"></iframe>
      <iframe srcdoc="${script(`<p>\${navigator.webdriver}</p>`).replaceAll('"', '&quot;')}"></iframe><script type="module">
      const read = Object.getOwnPropertyDescriptor(Navigator.prototype, 'webdriver').get;
      const report = (text) => document.body.insertAdjacentHTML('beforeend', '<p>' + text + '</p>');
      try { read.call({}) } catch (error) { report(error.name) }
      onload = () => {
        for (const frame of document.querySelectorAll('iframe')) report(frame.contentDocument.body.innerText.trim());
        report(document.body.appendChild(document.createElement('iframe')).contentWindow.navigator.webdriver);
        document.body.insertAdjacentHTML('beforeend', '<i id="end">end</i>');
      };
    </script>`),
    '/frame': page(script(`<p>\${navigator.webdriver}</p>`)),
  });
  const pool = await testPool();
  const stated = async (hideWebdriver: boolean) => {
    const { record } = await pool.capture(captureOf(own.url, { hideWebdriver, waitForSelector: '#end' }));
    return record.elements.filter(({ tag }) => tag === 'p').map(({ text }) => text);
  };
  const said = (webdriver: boolean) => [`${webdriver} true 0`, 'TypeError', ...Array(3).fill(String(webdriver))];
  expect(await stated(true)).toEqual(said(false));
  expect(await stated(false)).toEqual(said(true));
  await pool.close();
  await own.close();
});
