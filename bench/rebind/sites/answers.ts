import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { bundleEngine } from '../../../test/support/client-bundle.ts';
import { CHANGES, changedPage } from '../applications/changes.ts';
import { fingerprintAll, injectEngine } from '../page-run.ts';
import type { SiteLabel } from './page-labels.ts';

/** Answer of the engine about one element, with what the judge of certainty saw. */
export interface SiteAnswer {
  /** Site, or change of a generated application. */
  readonly source: string;
  readonly kind: string;
  /** Whether the page has the element; each is located with it and without. */
  readonly isThere: boolean;
  readonly isFirst: boolean;
  readonly state: 'bound' | 'moved' | 'orphaned';
  readonly confidence: number;
  /** Inputs of the judge; null if it did not judge. */
  readonly values: readonly number[] | null;
}

/** Bundles the engine with the steps whose results {@link LOCATE} reads. */
export const bundleJudge = (): Promise<string> =>
  bundleEngine(
    ['assign', 'verify', 'certainty']
      .map((name) => `verification/${name}`)
      .concat(['weights/fitted-weights', 'weights/model']),
  );

/** Groups of elements that are removed in turn, so that most of the page remains. */
const REMOVED_GROUPS = 4;

/**
 * Page code that locates `prints`, with `answers` and `kinds` in their order: all, then each
 * without its element. The answer null stands for an element that the page lacks.
 */
const LOCATE = `
  const parentOf = (element) => Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get.call(element);
  const isAnswer = (found, answer) => !!found && !!answer &&
    (found === answer || parentOf(found) === answer || found === parentOf(answer));
  const targets = prints.map(pin.readStored);
  const found = [];
  const locateAll = (isThere, isWanted) => {
    let matched;
    const index = pin.run(pin.buildDomIndexSteps(document));
    const results = pin.run(pin.matchSteps(document, targets, index, undefined, function* (all) {
      matched = all;
      return yield* pin.furtherSteps(all);
    }));
    const probabilities = pin.run(pin.assignSteps(matched.rows, pin.MODEL.nothing));
    results.forEach(({ state, confidence, choices: [first] }, i) => {
      if (!isWanted(i)) return;
      const row = matched.rows[i];
      const k = row.entries.findIndex(({ index }) => index === first?.entry.index);
      const entry = row.entries[k];
      const similarity = entry && pin.weigh(pin.verifierInputs(row, k, probabilities[i]), pin.MODEL.verify);
      found.push({ kind: kinds[i], isThere, state, confidence,
        isFirst: isThere && isAnswer(index.elements[first?.entry.index]?.element, answers[i]),
        values: entry && pin.isJudged(row, entry) ? pin.certaintyInputs(row, entry, similarity) : null });
    });
  };
  locateAll(true, (i) => answers[i]);
  if (answers.includes(null)) locateAll(false, (i) => !answers[i]);
  for (let group = 0; group < ${REMOVED_GROUPS}; group++) {
    const isRemoved = (i) => answers[i] && i % ${REMOVED_GROUPS} === group;
    const removed = [...new Set(answers.filter((_, i) => isRemoved(i)))];
    const placeholders = removed.map(() => document.createComment(''));
    removed.forEach((element, i) => element.replaceWith(placeholders[i]));
    locateAll(false, isRemoved);
    for (let i = removed.length - 1; i >= 0; i--) placeholders[i].replaceWith(removed[i]);
  }
  found`;

/** Locates the labels of a pair of pages. */
export async function answersOfPair(
  browser: Browser,
  engine: string,
  folder: string,
  source: string,
): Promise<SiteAnswer[]> {
  const labels = JSON.parse(await readFile(join(folder, 'labels.json'), 'utf8')) as SiteLabel[];
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 1280, height: 800 });
    const open = async (name: string) => {
      await page.goto(pathToFileURL(join(folder, name)).href, { waitUntil: 'domcontentloaded' });
      await injectEngine(page, engine);
    };
    await open('old.html');
    const prints = await fingerprintAll(
      page,
      labels.map((label) => label.old),
    );
    await open('new.html');
    const found = (await page.evaluate(`{
      const prints = ${JSON.stringify(prints)};
      const kinds = ${JSON.stringify(labels.map(({ kind }) => kind))};
      const answers = ${JSON.stringify(labels.map((label) => label.new))}.map((path) =>
        document.evaluate(path, document, null, 9, null).singleNodeValue);
      ${LOCATE} }`)) as Omit<SiteAnswer, 'source'>[];
    return found.map((one) => ({ source, ...one }));
  } finally {
    await page.close();
  }
}

/** Page code that takes the marks of a generated application off the page. */
const TAKE_MARKS = `const marked = [...document.querySelectorAll('[m]')];
  const marks = marked.map((element) => element.getAttribute('m'));
  for (const element of marked) element.removeAttribute('m');`;

/** Locates the elements of a generated application after each change. */
export async function answersOfApplication(page: Page, engine: string, seed: number): Promise<SiteAnswer[]> {
  const answers: SiteAnswer[] = [];
  for (const change of Object.keys(CHANGES)) {
    const { before, after } = changedPage(seed, change);
    await page.setContent(before);
    await injectEngine(page, engine);
    const pins = (await page.evaluate(`{ ${TAKE_MARKS}
      const index = pin.run(pin.buildDomIndexSteps(document));
      JSON.stringify(marked.map((element, i) => [marks[i], pin.fingerprint(element, index)])) }`)) as string;
    await page.setContent(after);
    await injectEngine(page, engine);
    const found = (await page.evaluate(`{ ${TAKE_MARKS}
      const pins = ${pins};
      const prints = pins.map(([, print]) => print);
      const kinds = pins.map(() => ${JSON.stringify(change)});
      const answers = pins.map(([mark]) => marked[marks.indexOf(mark)] ?? null);
      ${LOCATE} }`)) as Omit<SiteAnswer, 'source'>[];
    answers.push(...found.map((one) => ({ source: `application ${seed}`, ...one })));
  }
  return answers;
}
