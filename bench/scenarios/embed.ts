import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleModules } from '../../test/support/client-bundle.ts';
import { median } from '../numbers.ts';
import type { Result } from '../report.ts';
import type { Scenario } from '../scenario.ts';

const ELEMENTS = 5_000;
const ROUNDS = 15;

/**
 * Measures the embed script's main-thread time to describe a page in Chromium, as the sum of its
 * slices, and its size. Baseline: a loop that reads the same six styles and boxes and stores
 * nothing.
 */
export const embed: Scenario = { name: 'embed', run: measure };

async function measure(): Promise<Result[]> {
  const script = await bundleModules(['embed/page-model.ts'], 'embed');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<main></main>');
    await page.addScriptTag({ content: script });
    const { ours, bare } = (await page.evaluate(`(async () => {
      let html = '';
      for (let i = 0; html.length < 1e6 && i < ${ELEMENTS / 5}; i++)
        html += '<div class="card c' + i % 9 + '"><h3 id="t' + i + '">Title ' + i + '</h3><p>Some words about it</p>' +
          '<img alt="picture"><button name="b' + i + '">Buy</button></div>';
      document.querySelector('main').innerHTML = html;
      const scan = () => {
        const model = new embed.PageModel();
        model.begin();
        model.readScroll();
        while (model.step());
      };
      const read = () => {
        const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
        let characters = 0;
        for (let count = 0; count < ${ELEMENTS} && walker.nextNode(); count++) {
          const { left, top, width, height } = walker.currentNode.getBoundingClientRect();
          const { color, backgroundColor, fontFamily, fontSize, fontWeight, display } = getComputedStyle(walker.currentNode);
          for (const value of [left + top + width + height + color, backgroundColor, fontFamily, fontSize, fontWeight, display])
            characters += value.length;
        }
        return characters;
      };
      const timeOf = async (work) => {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
        const started = performance.now();
        work();
        return performance.now() - started;
      };
      const [ours, bare] = [[], []];
      for (let round = 0; round < ${ROUNDS}; round++) {
        ours.push(await timeOf(scan));
        bare.push(await timeOf(read));
      }
      const sorted = (times) => times.sort((a, b) => a - b);
      return { ours: sorted(ours), bare: sorted(bare) };
    })()`)) as Record<'ours' | 'bare', number[]>;
    const gzipped = gzipSync(readFileSync('dist/clients/embed.min.js')).length;
    return [
      {
        name: `scan of ${ELEMENTS} elements`,
        ours: median(ours),
        peer: median(bare),
        unit: 'ms',
        aim: '< 30',
        note: `in slices of 6 ms; quickest and slowest of ${ROUNDS} ${ours[0]?.toFixed(1)} and ${ours.at(-1)?.toFixed(1)} ms; bare: reads styles and boxes`,
      },
      { name: 'embed.min.js, gzipped', ours: gzipped, unit: 'bytes', aim: '< 8192' },
    ];
  } finally {
    await browser.close();
  }
}
