// `npm run bench:confidence -- FILE.jsonl FOLDER` compares the reported confidence with the share
// of right answers: for labeled pairs, each site judged by a model fitted on the others; for pairs
// of saved pages and for generated changes of these pages with the shipped weights. Each element is
// located twice, with itself on the page and without.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL } from '../../clients/shared/rebind/weights/fitted-weights.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import { type Answer, answersOf, bestShiftOf, calibrationsOf, middleOf, percent, shift } from './calibration.ts';
import { crossValidate } from './cross-validation.ts';
import { tableOf } from './markdown.ts';
import { MUTATIONS } from './mutations.ts';
import { pagesIn, runMutations } from './mutations-table.ts';
import { locatePair } from './page-pair.ts';
import { SETTINGS } from './settings.ts';
import { readTrials } from './trial.ts';

const [file, folder] = process.argv.slice(2);
if (!file || !folder) {
  process.stderr.write('Missing data. Usage: npm run bench:confidence -- FILE.jsonl FOLDER\n');
  process.exit(2);
}

const ofPairs = answersOf(crossValidate(await readTrials(file), SETTINGS, MODEL.rank).together);
const ofPages = await answersOfPages(folder);
const ofChanges = await answersOfChanges(folder);
const labeled = [...ofPairs, ...ofPages];
const sets = [ofPairs, ofPages, labeled, ofChanges].map(calibrationsOf);
const columns = ['pairs', 'pages', 'both', 'changes'].flatMap((name) => [`${name}: answers`, 'confidence', 'right']);
const rows = (sets[0] ?? []).map(({ range }, i) => {
  const cells = sets.map((set) => set[i]);
  const intervals = cells.slice(2).map((cell) => cell?.interval?.map(percent).join(' to ') ?? '');
  return [
    range,
    ...cells.flatMap((cell) => [cell?.answers ?? 0, percent(cell?.confidence), percent(cell?.right)]),
    ...intervals,
  ];
});
print(tableOf(['range', ...columns, 'both: 95 % interval', 'changes: 95 % interval'], rows));

print('\nFrom 0.75 to 0.9, with log-odds added to the confidence:\n');
const shifts = [-0.4, -0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3];
print(
  tableOf(
    ['added', ...columns.slice(6)],
    shifts.map((logOdds) => [
      logOdds.toFixed(1),
      ...[labeled, ofChanges].flatMap((set) => {
        const { answers, confidence, right } = middleOf(shift(set, logOdds));
        return [answers, percent(confidence), percent(right)];
      }),
    ]),
  ),
);
const sources = [...new Set([...labeled, ...ofChanges].map(({ source }) => source))];
const bestWithout = sources.map((omitted) =>
  bestShiftOf([labeled, ofChanges].map((set) => set.filter(({ source }) => source !== omitted))),
);
print(
  `\nBest: ${bestShiftOf([labeled, ofChanges])}; without one site or page: ${Math.min(...bestWithout)} to ${Math.max(...bestWithout)}`,
);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Changes the pages of the folder; locates each pin with its element and without. */
async function answersOfChanges(parent: string): Promise<Answer[]> {
  const mutations = MUTATIONS.filter(({ isRemoval, hasCopies, pages }) => !isRemoval && !hasCopies && !pages);
  const results = await runMutations(mutations, await pagesIn(parent), true);
  return results.flatMap(({ answers, withoutElement }) => [...answers, ...withoutElement]);
}

/** Locates the labels of each subfolder with `old.html`, `new.html` and `labels.json`. */
async function answersOfPages(parent: string): Promise<Answer[]> {
  const browser = await launchBrowser();
  try {
    const engine = await bundleEngine();
    const answers: Answer[] = [];
    for (const name of (await readdir(parent)).sort()) {
      const [oldFile = '', newFile = '', labelsFile = ''] = ['old.html', 'new.html', 'labels.json'].map((each) =>
        join(parent, name, each),
      );
      const outcomes = await locatePair(browser, engine, { oldFile, newFile, labelsFile });
      for (const { found, without } of outcomes)
        answers.push(
          { source: join(parent, name), confidence: found.confidence, isRight: found.isFirst },
          { source: join(parent, name), confidence: without.confidence, isRight: false },
        );
    }
    return answers;
  } finally {
    await browser.close();
  }
}
