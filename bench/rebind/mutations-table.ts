import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import { tableOf } from './markdown.ts';
import { HELPERS, MUTATIONS, type Mutation } from './mutations.ts';
import { injectEngine } from './page-run.ts';

/** Pinbound's own pages, and a form. */
const OWN_PAGES = ['../../clients/demo/index.html', '../../clients/landing/index.html', 'pages/form.html'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
/** Least interval of the elements that are pinned and changed. */
const PIN_INTERVAL = 2;
/** Most pins on a page; of larger pages, fewer elements are pinned. */
const MAX_PINS = 300;
const COLUMNS = ['pins', 'right', 'wrong', 'moved', 'orphaned', 'rank1'] as const;
type Counts = Record<(typeof COLUMNS)[number], number>;

/** Lists the HTML files of a folder and its subfolders, sorted by path. */
export async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.html?$/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Applies every mutation to pages; formats the sums over all pages as a table. Nothing is loaded
 * from other files or the network, and scripts are removed.
 *
 * @param files paths of HTML files
 */
export async function mutationsTable(
  mutations: readonly Mutation[] = MUTATIONS,
  files: readonly string[] = OWN_PAGES,
): Promise<string> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleEngine();
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.setOfflineMode(true);
    const rows: (string | number)[][] = [];
    for (const mutation of mutations) {
      const counts: Counts = { pins: 0, right: 0, wrong: 0, moved: 0, orphaned: 0, rank1: 0 };
      const pages = mutation.pages ?? (await Promise.all(files.map((file) => readFile(file, 'utf8'))));
      for (const [html, round] of runsOf(mutation, pages)) {
        await page.setContent(html.replace(/<script[\s\S]*?<\/script>/gi, ''), { waitUntil: 'domcontentloaded' });
        await injectEngine(page, engine);
        const found = await change(page, mutation, round);
        for (const column of COLUMNS) counts[column] += found[column];
      }
      rows.push([mutation.name, ...COLUMNS.map((column) => counts[column])]);
    }
    return tableOf(['change', ...COLUMNS], rows);
  } finally {
    await browser.close();
  }
}

const runsOf = ({ rounds = 1 }: Mutation, pages: readonly string[]): [html: string, round: number][] =>
  pages.flatMap((html) => Array.from({ length: rounds }, (_, round): [string, number] => [html, round]));

/** Pins elements, changes the page and compares the results by `oracle`, which clones lack. */
function change(page: Page, { code, rounds, pages }: Mutation, round: number): Promise<Counts> {
  return page.evaluate(`{ ${HELPERS}
    const isShown = (element) => (!element.closest('svg') || element.localName === 'svg') && !element.closest('noscript, style, template');
    const all = [...document.body.querySelectorAll('*')].filter(isShown);
    const leaves = all.filter(({ childElementCount }) => childElementCount === 0);
    const pinned = ${rounds !== undefined} ? leaves : all;
    const step = Math.max(${rounds === undefined ? PIN_INTERVAL : 1}, Math.ceil(pinned.length / ${MAX_PINS}));
    const targets = ${pages !== undefined} ? all.filter((element) => element.hasAttribute('pin')) : pinned.filter((_, i) => i % step === 0);
    for (const element of targets) element.removeAttribute('pin');
    const round = ${round};
    targets.forEach((element, i) => { element.oracle = i + 1; });
    const domIndex = pin.run(pin.buildDomIndexSteps(document));
    const fingerprints = targets.map((element) => JSON.parse(JSON.stringify(pin.fingerprint(element, domIndex))));
    ${code}
    const counts = { pins: fingerprints.length, right: 0, wrong: 0, moved: 0, orphaned: 0, rank1: 0 };
    pin.locate(document, fingerprints.map(pin.readStored)).forEach(({ state, element, candidates }, i) => {
      const isRight = (found) => found?.oracle === i + 1;
      if (state === 'bound') counts[isRight(element) ? 'right' : 'wrong']++;
      else counts[state]++;
      if (isRight(candidates[0]?.element)) counts.rank1++;
    });
    counts }`) as Promise<Counts>;
}
