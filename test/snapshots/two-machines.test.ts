// Costs 12 s: four processes with a browser each.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageRecord } from '../../src/infrastructure/capture/page-record.ts';
import { type PageServer, page, servePages } from './support/pages.ts';
import { captureOf, poolOptions } from './support/pool.ts';

/** A page whose look depends on language, time zone, fonts and desktop. */
const PAGE = page(`<style>
    #fonts p { margin: 0 } .scroll { width: 80px; height: 40px; overflow: scroll } i { display: inline-block }
  </style>
  <ul id="told"></ul>
  <div id="fonts">${[
    'serif',
    'sans-serif',
    'monospace',
    'cursive',
    'fantasy',
    'system-ui',
    'ui-monospace',
    'Arial',
    'Missing',
  ]
    .map((family) => `<p style="font-family: ${family}">Fox 0123 ${family}, ¼ 漢字 ← 🙂 👩‍👩‍👧 \u{1F1F5}\u{1F1F9}</p>`)
    .join('')}
    ${['caption', 'menu', 'message-box', 'status-bar'].map((font) => `<p style="font: ${font}">${font}</p>`).join('')}
    ${['ja', 'zh-CN', 'tr', 'ar'].map((language) => `<p lang="${language}">直骨 i İ ${language} <q>“”</q></p>`).join('')}
  </div>
  <p style="color: AccentColor; background: Highlight; border: 2px solid ButtonBorder">colors</p>
  ${['date', 'time', 'month', 'week', 'datetime-local'].map((type) => `<input type="${type}">`).join('')}
  <input type="number" value="1234.5"><input type="color"><input type="range"><input type="file"><input type="search" value="x">
  <input type="checkbox" checked><input type="radio"><select><option>one<option>two</select><progress value=".4"></progress>
  <meter value=".4"></meter><textarea spellcheck>teh wrod</textarea><button disabled>button</button><video controls></video>
  <details open><summary>summary</summary>text</details><div class="scroll"><p>many words that are long</p></div>
  <script>
    const at = new Date(Date.UTC(2026, 2, 29, 1, 30));
    const facts = [at, at.toLocaleString(), at.toLocaleDateString([], { dateStyle: 'full' }), at.getTimezoneOffset(), (1234.5).toLocaleString(),
      Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages, navigator.platform, 'ı'.localeCompare('i'), 'I'.toLocaleLowerCase(),
      ['ä', 'z', 'a'].sort(new Intl.Collator().compare), new Intl.RelativeTimeFormat().format(-1, 'day'), screen.width, screen.colorDepth, outerHeight,
      devicePixelRatio, ...['prefers-contrast: more', 'forced-colors: active', 'prefers-color-scheme: dark', 'inverted-colors', 'color-gamut: p3',
      'prefers-reduced-transparency', 'hover', 'pointer: fine'].map((query) => query + ' ' + matchMedia('(' + query + ')').matches)];
    told.append(...facts.map((fact) => Object.assign(document.createElement('li'), { textContent: fact })));
  </script>`);

let site: PageServer;
let home: string;
beforeAll(async () => {
  site = await servePages({ '/': PAGE });
  home = await mkdtemp(join(tmpdir(), 'pinbound-home-'));
  await mkdir(join(home, '.config/fontconfig'), { recursive: true });
  await writeFile(
    join(home, '.config/fontconfig/fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <match target="pattern"><edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans Mono</string></edit></match>
      <match target="font"><edit name="antialias" mode="assign"><bool>false</bool></edit></match></fontconfig>`,
  );
});
afterAll(async () => {
  await site.close();
  await rm(home, { recursive: true });
});

/** Captures the page by a worker on a machine with this environment. */
async function captureOn(environment: Record<string, string>, fullPage: boolean) {
  const request = captureOf(site.url, { fullPage, viewport: { width: 800, height: 600, deviceScaleFactor: 1 } });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      resolve('test/snapshots/support/capture-worker.mjs'),
      resolve('.compiled-src/infrastructure/capture/browser-pool.js'),
      JSON.stringify(await poolOptions()),
      JSON.stringify(request),
    ],
    { env: { PATH: process.env.PATH, ...environment }, maxBuffer: 100_000_000 },
  );
  const { image, record } = JSON.parse(stdout) as { image: string; record: PageRecord };
  return { image, record: { ...record, durationMs: 0 } };
}

test.each([
  ['window', false],
  ['whole page', true],
])(
  'workers on machines with other languages, zones, homes and desktops take the same picture of a %s',
  async (_what, fullPage) => {
    const plain = await captureOn({}, fullPage);
    const other = await captureOn(
      {
        LANG: 'ja_JP.UTF-8',
        LC_ALL: 'tr_TR.UTF-8',
        LC_TIME: 'de_DE.UTF-8',
        LANGUAGE: 'de:fr',
        TZ: 'Asia/Tokyo',
        HOME: home,
        XDG_CONFIG_HOME: join(home, '.config'),
        XDG_DATA_HOME: home,
        XDG_CURRENT_DESKTOP: 'GNOME',
        FC_LANG: 'ja',
        GTK_THEME: 'Adwaita:dark',
        GDK_SCALE: '2',
        QT_SCALE_FACTOR: '2',
        FREETYPE_PROPERTIES: 'truetype:interpreter-version=35',
        TMPDIR: home,
        NO_COLOR: '1',
      },
      fullPage,
    );
    expect(other.record).toEqual(plain.record);
    expect(other.image === plain.image).toBe(true);
    expect(plain.record.elements.filter(({ tag }) => tag === 'li').map(({ text }) => text)).toContain('UTC');
  },
);
