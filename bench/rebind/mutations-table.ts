import { readFile } from 'node:fs/promises';
import type { Page } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import { tableOf } from './markdown.ts';
import { HELPERS, MUTATIONS, type Mutation } from './mutations.ts';
import { injectEngine } from './page-run.ts';

const PAGES = ['demo', 'landing', 'reset-password'];
/** Interval of the elements that are pinned and changed. */
const PIN_INTERVAL = 2;
const COLUMNS = ['pins', 'right', 'wrong', 'moved', 'orphaned', 'rank1'] as const;
type Counts = Record<(typeof COLUMNS)[number], number>;

/** Applies every mutation to Pinbound's own pages; formats the sums over all pages as a table. */
export async function mutationsTable(mutations: readonly Mutation[] = MUTATIONS): Promise<string> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleEngine();
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    const rows: (string | number)[][] = [];
    for (const mutation of mutations) {
      const counts: Counts = { pins: 0, right: 0, wrong: 0, moved: 0, orphaned: 0, rank1: 0 };
      for (const [name, round] of runsOf(mutation)) {
        const html = await readFile(new URL(`../../clients/${name}/index.html`, import.meta.url), 'utf8');
        await page.setContent(html.replace(/<script[\s\S]*?<\/script>/g, ''));
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

const runsOf = ({ rounds = 1 }: Mutation): [name: string, round: number][] =>
  PAGES.flatMap((name) => Array.from({ length: rounds }, (_, round): [string, number] => [name, round]));

/** Pins elements, changes the page and compares the results by `oracle`, which clones lack. */
function change(page: Page, { code, rounds }: Mutation, round: number): Promise<Counts> {
  return page.evaluate(`{ ${HELPERS}
    const all = [...document.body.querySelectorAll('*')].filter((element) => !element.closest('svg') || element.localName === 'svg');
    const leaves = all.filter(({ childElementCount }) => childElementCount === 0);
    const targets = ${rounds !== undefined} ? leaves : all.filter((_, i) => i % ${PIN_INTERVAL} === 0);
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
