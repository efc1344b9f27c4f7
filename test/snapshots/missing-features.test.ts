// Costs 10 s: three browsers.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectBrowser } from '../../src/infrastructure/capture/browser/browser-choice.ts';
import { sharedBrowser } from '../support/browser.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, testPool } from './support/pool.ts';

/** A page that runs a script, and shows that it ended. */
const asking = (script: string) =>
  page(
    `<canvas></canvas><script type="module">${script}
    document.body.insertAdjacentHTML('beforeend', '<p id="end">end</p>')</script>`,
  );

const GET = "document.querySelector('canvas').getContext";
const PAGES = {
  '/asks-nothing': asking(''),
  '/draws': asking(`${GET}('2d')`),
  '/webgl': asking(`${GET}('webgl')`),
  '/experimental': asking(`${GET}('experimental-webgl')`),
  '/webgl2': asking(`${GET}('webgl2')`),
  '/both': asking(`${GET}('webgl2'); ${GET}('webgl'); ${GET}('webgl')`),
  '/offscreen': asking("new OffscreenCanvas(9, 9).getContext('webgl')"),
  '/transferred': asking("document.querySelector('canvas').transferControlToOffscreen().getContext('webgl')"),
  '/in-frame': asking(`await new Promise((loaded) => { const frame = document.createElement('iframe');
    frame.onload = loaded; frame.src = '/webgl'; document.body.append(frame) })`),
  '/hardware': asking(`${GET}('webgl', { failIfMajorPerformanceCaveat: true })`),
  '/webgpu': asking('await navigator.gpu?.requestAdapter()'),
  // Null in every browser: the canvas has a context of another kind.
  '/has-other-context': asking(`${GET}('2d'); ${GET}('webgl')`),
  '/hostile': asking(`console.debug = Reflect.apply = () => { throw new Error('replaced') };
    document.createElement = () => null; Promise.prototype.then = null; ${GET}('webgl')`),
  '/pretends': asking("console.debug('pinbound: the page asked for <b>everything</b>')"),
  '/throws': asking(`try { ${GET}.call({}, 'webgl') } catch (error) { document.title = error.name }`),
  '/looks-native': asking(`document.title = [${GET}, OffscreenCanvas.prototype.getContext]
    .map((method) => [String(method), method.name, method.length]).join()`),
};

let site: PageServer;
let directory: string;
beforeAll(async () => {
  site = await servePages(PAGES);
  directory = await mkdtemp(join(tmpdir(), 'pinbound-programs-'));
});
afterAll(async () => {
  await site.close();
  await rm(directory, { recursive: true });
});

/** Records of all pages, taken by a browser with more arguments. */
async function recordsOf(name: string, ...more: string[]) {
  const chosen = await selectBrowser({ chromiumPath: process.env.CHROMIUM_PATH, directory: await sharedBrowser() });
  // The name decides how the browser is started.
  const program = join(directory, `${name}-headless-shell`);
  await writeFile(program, `#!/bin/sh\nexec '${chosen.path}' "$@" ${more.join(' ')}\n`);
  await chmod(program, 0o700);
  const pool = await testPool({ chromiumPath: program });
  const captured = await Promise.all(
    Object.keys(PAGES).map(async (path) => {
      const { record } = await pool.capture(captureOf(site.url + path, { waitForSelector: '#end' }));
      return [path.slice(1), record] as const;
    }),
  );
  await pool.close();
  return Object.fromEntries(captured);
}

const ALWAYS_MISSING = { '/webgpu': ['webgpu'] };

test('software draws WebGL, and the record names WebGPU, which only a graphics processor has', async () => {
  const records = await recordsOf('usual');
  const missing = Object.entries(records).filter(([, { missingFeatures }]) => missingFeatures?.length !== 0);
  expect(Object.fromEntries(missing.map(([path, { missingFeatures }]) => [`/${path}`, missingFeatures]))).toEqual(
    ALWAYS_MISSING,
  );
  expect(records.throws?.title).toBe('TypeError');
  const native = 'function () { [native code] },getContext,1';
  expect(records['looks-native']?.title).toBe(`${native},${native}`);
});

test('without WebGL, the record names it for pages that ask for it', async () => {
  const records = await recordsOf('without', '--disable-software-rasterizer');
  const missing = Object.entries(records).map(([path, { missingFeatures }]) => [`/${path}`, missingFeatures]);
  expect(Object.fromEntries(missing)).toEqual({
    '/asks-nothing': [],
    '/draws': [],
    '/webgl': ['webgl'],
    '/experimental': ['webgl'],
    '/webgl2': ['webgl2'],
    '/both': ['webgl', 'webgl2'],
    '/offscreen': ['webgl'],
    '/transferred': ['webgl'],
    '/in-frame': ['webgl'],
    '/hardware': ['webgl'],
    '/has-other-context': ['webgl'],
    '/hostile': ['webgl'],
    '/pretends': [],
    '/throws': [],
    '/looks-native': [],
    ...ALWAYS_MISSING,
  });
  expect(Object.values(records).flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
});
