import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import type { Result } from '../report.ts';
import type { Scenario } from '../scenario.ts';

const PINS = 100;
const ROUNDS = 40;
/** Rounds in which the browser still compiles the code; the first one is printed. */
const WARM_UP = 20;

/** Pinned elements, and the change of the page before they are located. */
const CASES = [
  { name: 'all kinds', selector: 'main *', change: '' },
  { name: 'equal buttons', selector: 'button', change: '' },
  {
    name: 'reordered, renamed',
    selector: 'main *',
    change: `const main = document.querySelector('main'); main.append(...[...main.children].reverse());
      for (const element of document.querySelectorAll('[class]')) element.className = 'x' + element.className;`,
  },
];

/**
 * Measures locating 100 pins among 5,000 elements in Chromium, and the longest step between pauses.
 */
export const locate: Scenario = { name: 'locate', run: measure };

async function measure(): Promise<Result[]> {
  const script = await bundleEngine();
  const browser = await launchBrowser();
  try {
    const results: Result[] = [];
    for (const { name, selector, change } of CASES) {
      const page = await browser.newPage();
      await page.setContent('<main></main>');
      await page.addScriptTag({ content: script });
      const { all, first, longest, bound, right } = (await page.evaluate(inPage(selector, change))) as Record<
        string,
        number
      >;
      const note = `${bound} of ${PINS} bound, ${right} rightly; first round ${first?.toFixed(0)} ms; longest step ${longest?.toFixed(1)} ms (aim ≤ 8)`;
      const title = `${PINS} pins among 5 000 elements, ${name}`;
      results.push({ name: title, ours: all ?? Number.NaN, unit: 'ms', aim: '< 50', note });
      await page.close();
    }
    return results;
  } finally {
    await browser.close();
  }
}

/**
 * Page code that returns the duration of the first round, and medians of those after the warm-up.
 */
const inPage = (selector: string, change: string) => `(async () => {
  const words = 'garden spade rake seed water soil plant tree flower bucket hose glove fence pot lamp chair table stone path'.split(' ');
  let at = 1;
  const text = (count) => Array.from({ length: count }, () => words[(at = (at * 7 + 13) % 1009) % words.length]).join(' ');
  const card = (i) => '<article class="card c' + i % 5 + '"><h3>' + text(3) + ' ' + i + '</h3><p>' + text(12) + ' ' + i + '</p><ul><li>' + text(2) +
    '</li><li>' + text(2) + ' ' + i + '</li></ul><div><span class="price">' + i % 90 + ' €</span><button class="buy">Add to cart</button></div></article>';
  document.querySelector('main').innerHTML = Array.from({ length: 555 }, (_, i) => card(i)).join('');
  const elements = [...document.querySelectorAll('${selector}')];
  const domIndex = pin.run(pin.buildDomIndexSteps(document));
  const pinned = Array.from({ length: ${PINS} }, (_, i) => elements[Math.floor(i * elements.length / ${PINS})]);
  const stored = pinned.map((element) => pin.readStored(JSON.parse(JSON.stringify(pin.fingerprint(element, domIndex)))));
  ${change}
  const rounds = [];
  for (let round = 0; round < ${ROUNDS}; round++) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    const steps = pin.locateSteps(document, stored);
    let [all, longest, bound, right] = [0, 0, 0, 0];
    for (let isDone = false; !isDone; ) {
      const started = performance.now();
      const { done, value } = steps.next();
      const duration = performance.now() - started;
      isDone = done;
      all += duration;
      longest = Math.max(longest, duration);
      if (!done) continue;
      bound = value.filter(({ state }) => state === 'bound').length;
      right = value.filter(({ element }, i) => element === pinned[i]).length;
    }
    rounds.push({ all, longest, bound, right });
  }
  const warm = rounds.slice(${WARM_UP});
  const median = (name) => warm.map((round) => round[name]).sort((a, b) => a - b)[Math.floor(warm.length / 2)];
  return { all: median('all'), first: rounds[0].all, longest: median('longest'), bound: median('bound'), right: median('right') };
})()`;
