import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import type { Answer } from './calibration.ts';
import { tableOf } from './markdown.ts';
import { HELPERS, MUTATIONS, type Mutation } from './mutations.ts';
import { injectEngine } from './page-run.ts';

/** Pinbound's own pages, and a form. */
export const OWN_PAGES = ['../../clients/demo/index.html', '../../clients/landing/index.html', 'pages/form.html'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
);
/** Least interval of the elements that are pinned and changed. */
const PIN_INTERVAL = 2;
/** Most pins on a page; of larger pages, fewer elements are pinned. */
const MAX_PINS = 300;
/** Selector of elements that nobody can point at. */
const UNSEEN = 'noscript, style, template, meta, link, title, base, source, track, param, br, wbr';
const COLUMNS = ['pins', 'right', 'wrong', 'moved', 'orphaned', 'rank1'] as const;
type Counts = Record<(typeof COLUMNS)[number], number>;
/**
 * Groups of pins whose elements are removed in turn, so that most of the page remains: each pin is
 * located once with its element and once without.
 */
const REMOVED_GROUPS = 5;

/** Results of one kind of change on all pages. */
export interface MutationResult {
  readonly mutation: Mutation;
  readonly counts: Counts;
  /** Answers of the pins with their elements on the page. */
  readonly answers: readonly Answer[];
  /** Answers of the same pins without their elements; empty for removals and copies. */
  readonly withoutElement: readonly Answer[];
}

interface PageResult {
  readonly counts: Counts;
  readonly answers: readonly Omit<Answer, 'source'>[];
  readonly withoutElement: readonly Omit<Answer, 'source'>[];
}

/** Lists the HTML files of a folder and its subfolders, sorted by path. */
export async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => /\.html?$/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Applies every mutation to pages. Nothing is loaded from other files or the network, and scripts
 * are removed.
 *
 * @param files paths of HTML files
 * @param isEachRemoved whether each pin is also located without its element
 */
export async function runMutations(
  mutations: readonly Mutation[],
  files: readonly string[],
  isEachRemoved: boolean,
): Promise<MutationResult[]> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleEngine();
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.setOfflineMode(true);
    const results: MutationResult[] = [];
    for (const mutation of mutations) {
      const counts: Counts = { pins: 0, right: 0, wrong: 0, moved: 0, orphaned: 0, rank1: 0 };
      const answers: Answer[] = [];
      const withoutElement: Answer[] = [];
      const groups = isEachRemoved && !mutation.isRemoval && !mutation.hasCopies ? REMOVED_GROUPS : 0;
      const pages =
        mutation.pages?.map((html, i): Source => [`list ${i}`, html]) ??
        (await Promise.all(files.map(async (file): Promise<Source> => [dirname(file), await readFile(file, 'utf8')])));
      for (const [source, html, round] of runsOf(mutation, pages)) {
        await page.setContent(html.replace(/<script[\s\S]*?<\/script>/gi, ''), { waitUntil: 'domcontentloaded' });
        await injectEngine(page, engine);
        const found = await change(page, mutation, round, groups);
        for (const column of COLUMNS) counts[column] += found.counts[column];
        answers.push(...found.answers.map((answer) => ({ ...answer, source })));
        withoutElement.push(...found.withoutElement.map((answer) => ({ ...answer, source })));
      }
      results.push({ mutation, counts, answers, withoutElement });
    }
    return results;
  } finally {
    await browser.close();
  }
}

/** Applies every mutation to pages; formats the sums over all pages as a table. */
export async function mutationsTable(
  mutations: readonly Mutation[] = MUTATIONS,
  files: readonly string[] = OWN_PAGES,
): Promise<string> {
  return countsTable(await runMutations(mutations, files, false));
}

/** Formats the states by kind of change. */
export const countsTable = (results: readonly MutationResult[]): string =>
  tableOf(
    ['change', ...COLUMNS],
    results.map(({ mutation: { name }, counts }) => [name, ...COLUMNS.map((column) => counts[column])]),
  );

/** Name and HTML of a page. */
type Source = readonly [name: string, html: string];

const runsOf = ({ rounds = 1 }: Mutation, pages: readonly Source[]) =>
  pages.flatMap((source) => Array.from({ length: rounds }, (_, round) => [...source, round] as const));

/**
 * Pins elements, changes the page and compares the results by `oracle`, which clones lack. Elements
 * that cannot be seen are not pinned.
 *
 * @param groups number of groups whose elements are removed in turn; 0 for none
 */
function change(page: Page, { code, rounds, pages }: Mutation, round: number, groups: number): Promise<PageResult> {
  return page.evaluate(`{ ${HELPERS}
    const isShown = (element) => (!element.closest('svg') || element.localName === 'svg') && !element.closest('${UNSEEN}');
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
    const isRight = (found, i) => found?.oracle === i + 1;
    const locateAll = () => {
      const index = pin.run(pin.buildDomIndexSteps(document));
      const results = pin.run(pin.matchSteps(document, fingerprints.map(pin.readStored), index, undefined, pin.furtherSteps));
      return results.map(({ state, confidence, choices: [first] }, i) =>
        ({ state, confidence, isRight: isRight(index.elements[first?.entry.index]?.element, i) }));
    };
    const answerOf = ({ confidence, isRight }) => ({ confidence, isRight });
    const found = locateAll();
    for (const { state, isRight } of found) {
      counts[state === 'bound' ? (isRight ? 'right' : 'wrong') : state]++;
      if (isRight) counts.rank1++;
    }
    const withoutElement = [];
    for (let group = 0; group < ${groups}; group++) {
      const removed = [...document.querySelectorAll('*')].filter(({ oracle }) => oracle % ${groups} === group);
      const placeholders = removed.map(() => document.createComment(''));
      removed.forEach((element, i) => element.replaceWith(placeholders[i]));
      const numbers = new Set(removed.map(({ oracle }) => oracle));
      withoutElement.push(...locateAll().filter((_, i) => numbers.has(i + 1)).map(answerOf));
      for (let i = removed.length - 1; i >= 0; i--) placeholders[i].replaceWith(removed[i]);
    }
    ({ counts, answers: found.map(answerOf), withoutElement }) }`) as Promise<PageResult>;
}
