// `npm run bench:pages -- OLD.html NEW.html LABELS.json` prints the results of one pair of pages.
import type { Browser } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import { locatePair, type PairOutcome } from './page-pair.ts';
import { add, EMPTY_TALLY, reportOf, type Tally } from './tally.ts';

const [oldFile, newFile, labelsFile] = process.argv.slice(2);
if (!oldFile || !newFile || !labelsFile) {
  process.stderr.write('Missing pages. Usage: npm run bench:pages -- OLD.html NEW.html LABELS.json\n');
  process.exit(2);
}

let browser: Browser | null = null;
try {
  browser = await launchBrowser();
  const outcomes = await locatePair(browser, await bundleEngine(), { oldFile, newFile, labelsFile });
  process.stdout.write(`${JSON.stringify(reportOf(outcomes.map(tallyOf).reduce(add, EMPTY_TALLY)))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await browser?.close();
}

function tallyOf({ found: { state, isFirst }, without }: PairOutcome): Tally {
  return {
    cases: 1,
    right: Number(state === 'bound' && isFirst),
    wrong: Number(state === 'bound' && !isFirst),
    moved: Number(state === 'moved'),
    orphaned: Number(state === 'orphaned'),
    wrongWhenDeleted: Number(without.state === 'bound'),
    rank1: Number(isFirst),
  };
}
