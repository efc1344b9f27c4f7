import { launchBrowser } from '../../../test/support/browser.ts';
import { percent } from '../calibration.ts';
import { tableOf } from '../markdown.ts';
import { answersOfApplication, answersOfPair, bundleJudge, type SiteAnswer } from './answers.ts';
import { fetchPairs } from './fetch-sites.ts';
import { SITE_PACKAGES, type SitePackage } from './site-packages.ts';

/** Fetches the sites of a set, unless the folder has them, and locates all labels. */
export async function runSites(folder: string, set: SitePackage['set']): Promise<SiteAnswer[]> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleJudge();
    const answers: SiteAnswer[] = [];
    for (const site of SITE_PACKAGES) {
      if (site.set !== set) continue;
      for (const pair of await fetchPairs(browser, folder, site))
        answers.push(...(await answersOfPair(browser, engine, pair, site.name)));
    }
    return answers;
  } finally {
    await browser.close();
  }
}

/** Locates the elements of generated applications. */
export async function runApplications(seeds: readonly number[]): Promise<SiteAnswer[]> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleJudge();
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    const answers: SiteAnswer[] = [];
    for (const seed of seeds) answers.push(...(await answersOfApplication(page, engine, seed)));
    return answers;
  } finally {
    await browser.close();
  }
}

/** Formats the results by site or by kind of label, in percent of the labels. */
export function sitesTable(answers: readonly SiteAnswer[], by: 'source' | 'kind'): string {
  const names = [...new Set(answers.map((answer) => answer[by]))];
  const rows = [...names, 'all'].map((name) => {
    const own = answers.filter((answer) => name === 'all' || answer[by] === name);
    const [there, gone] = [own.filter(({ isThere }) => isThere), own.filter(({ isThere }) => !isThere)];
    const share = (all: readonly SiteAnswer[], matches: (answer: SiteAnswer) => boolean) =>
      all.length === 0 ? '' : ((100 * all.filter(matches).length) / all.length).toFixed(1);
    const isBound = ({ state }: SiteAnswer) => state === 'bound';
    return [
      name,
      there.length,
      share(there, ({ isFirst }) => isFirst),
      share(there, (answer) => answer.isFirst && isBound(answer)),
      share(there, (answer) => !answer.isFirst && isBound(answer)),
      share(there, ({ state }) => state === 'moved'),
      share(there, ({ state }) => state === 'orphaned'),
      share(gone, isBound),
    ];
  });
  return tableOf(
    [
      by === 'source' ? 'site' : 'label',
      'labels',
      'rank-1',
      'right',
      'wrong',
      'moved',
      'orphaned',
      'wrong when deleted',
    ],
    rows,
  );
}

const BORDERS = [0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Compares the stated confidence with the share of right answers, in ranges of 0.1. */
export function rangesTable(answers: readonly SiteAnswer[]): string {
  const rows = BORDERS.slice(1).map((to, i) => {
    const from = BORDERS[i] ?? 0;
    const own = answers.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length;
    const right = own.filter(({ isFirst }) => isFirst).length / own.length;
    return [`${from} to ${to}`, own.length, ...(own.length === 0 ? ['', ''] : [percent(mean), percent(right)])];
  });
  return tableOf(['range', 'answers', 'confidence', 'right'], rows);
}
