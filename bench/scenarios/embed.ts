import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bundleModules } from '../../test/clients/bundle.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import type { Result } from '../report.ts';
import type { Scenario } from '../scenario.ts';

const ELEMENTS = 5_000;
const ROUNDS = 7;

/** How long the embed script needs to describe a page in Chromium, all its slices together, and how large it is. */
export const embed: Scenario = { name: 'embed', run: measure };

async function measure(): Promise<Result[]> {
  const script = await bundleModules(['embed/page-model.ts'], 'embed');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<main></main>');
    await page.addScriptTag({ content: script });
    const times = (await page.evaluate(`(async () => {
      let html = '';
      for (let i = 0; html.length < 1e6 && i < ${ELEMENTS / 5}; i++)
        html += '<div class="card c' + i % 9 + '"><h3 id="t' + i + '">Title ' + i + '</h3><p>Some words about it</p>' +
          '<img alt="picture"><button name="b' + i + '">Buy</button></div>';
      document.querySelector('main').innerHTML = html;
      const times = [];
      for (let round = 0; round < ${ROUNDS}; round++) {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
        const model = new embed.PageModel();
        const started = performance.now();
        model.begin();
        model.look();
        while (model.step());
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b);
    })()`)) as number[];
    const gzipped = gzipSync(readFileSync('dist/clients/embed.min.js')).length;
    return [
      {
        name: `scan of ${ELEMENTS} elements`,
        ours: times[Math.floor(ROUNDS / 2)] ?? Number.NaN,
        unit: 'ms',
        aim: '< 30',
        note: `in slices of 6 ms; longest of ${ROUNDS} ${times.at(-1)?.toFixed(1)} ms`,
      },
      { name: 'embed.min.js, gzipped', ours: gzipped, unit: 'bytes', aim: '< 8192' },
    ];
  } finally {
    await browser.close();
  }
}
