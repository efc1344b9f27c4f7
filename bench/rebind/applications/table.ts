import { launchBrowser } from '../../../test/support/browser.ts';
import { bundleEngine } from '../../../test/support/client-bundle.ts';
import { tableOf } from '../markdown.ts';
import { injectEngine } from '../page-run.ts';
import { CHANGES, changedPage } from './changes.ts';

const COLUMNS = ['pins', 'right', 'wrong', 'moved', 'orphaned', 'rank1', 'gone', 'bound when gone'] as const;
type Counts = Record<(typeof COLUMNS)[number], number>;

/** Result of one pin. */
export interface Found {
  readonly change: string;
  readonly seed: number;
  readonly mark: string;
  /** Whether the changed page has the element. */
  readonly isThere: boolean;
  readonly state: 'bound' | 'moved' | 'orphaned';
  readonly confidence: number;
  /** Mark of the first candidate; the pin's own for its parent or child. */
  readonly first: string;
}

/** Page code that moves the marks `m` to properties, which the engine cannot see. */
const TAKE_MARKS = `const marked = [...document.querySelectorAll('[m]')];
  for (const element of marked) { element.mark = element.getAttribute('m'); element.removeAttribute('m'); }`;

/** Pins every marked element of each application and locates all of them in the changed one. */
export async function locateApplications(seeds: readonly number[], kinds = Object.keys(CHANGES)): Promise<Found[]> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleEngine();
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    const results: Found[] = [];
    for (const change of kinds) {
      for (const seed of seeds) {
        const { before, after } = changedPage(seed, change);
        await page.setContent(before);
        await injectEngine(page, engine);
        const pins = await page.evaluate(`{ ${TAKE_MARKS}
          const index = pin.run(pin.buildDomIndexSteps(document));
          JSON.stringify(marked.map((element) => [element.mark, pin.fingerprint(element, index)])) }`);
        await page.setContent(after);
        await injectEngine(page, engine);
        const found = (await page.evaluate(`{ ${TAKE_MARKS}
          const pins = ${pins};
          const there = new Set(marked.map(({ mark }) => mark));
          const index = pin.run(pin.buildDomIndexSteps(document));
          const isMark = (element, mark) => !!element && (element.mark === mark || element.parentElement?.mark === mark ||
            [...element.children].some((child) => child.mark === mark));
          const targets = pins.map(([, stored]) => pin.readStored(stored));
          const results = pin.run(pin.matchSteps(document, targets, index, undefined, pin.furtherSteps));
          results.map(({ state, confidence, choices: [first] }, i) => {
            const element = index.elements[first?.entry.index]?.element;
            const mark = pins[i][0];
            return { mark, isThere: there.has(mark), state, confidence,
              first: isMark(element, mark) ? mark : element?.mark ?? element?.localName ?? '' };
          }) }`)) as Omit<Found, 'change' | 'seed'>[];
        results.push(...found.map((one) => ({ change, seed, ...one })));
      }
    }
    return results;
  } finally {
    await browser.close();
  }
}

/** Formats the results by kind of change. */
export function applicationsTable(results: readonly Found[]): string {
  const rows = [...new Set(results.map(({ change }) => change))].map((name) => {
    const counts = Object.fromEntries(COLUMNS.map((column) => [column, 0])) as Counts;
    for (const { change, isThere, state, first, mark } of results) {
      if (change !== name) continue;
      if (!isThere) {
        counts.gone++;
        counts['bound when gone'] += Number(state === 'bound');
        continue;
      }
      counts.pins++;
      counts.rank1 += Number(first === mark);
      counts[state === 'bound' ? (first === mark ? 'right' : 'wrong') : state]++;
    }
    return [name, ...COLUMNS.map((column) => counts[column])];
  });
  return tableOf(['change', ...COLUMNS], rows);
}

/** Seeds that no rule and no weight was made on. */
export const HELD_OUT_SEEDS: readonly number[] = Array.from({ length: 8 }, (_, i) => 900 + i);
