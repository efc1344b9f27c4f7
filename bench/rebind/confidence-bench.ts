// `npm run bench:confidence -- FILE.jsonl FOLDER` compares the reported confidence with the share
// of right answers: for labeled pairs, each site judged by a model fitted on the others, and for
// pairs of saved pages with the shipped weights.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL } from '../../clients/shared/rebind/weights/fitted-weights.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import { type Answer, answersOf, calibrationsOf, percent } from './calibration.ts';
import { crossValidate } from './cross-validation.ts';
import { tableOf } from './markdown.ts';
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
const sets = [ofPairs, ofPages, [...ofPairs, ...ofPages]].map(calibrationsOf);
const columns = ['pairs', 'pages', 'all'].flatMap((name) => [`${name}: answers`, 'confidence', 'right']);
const rows = (sets[0] ?? []).map(({ range }, i) => {
  const [low, high] = sets[2]?.[i]?.interval ?? [];
  return [
    range,
    ...sets.flatMap((set) => [set[i]?.answers ?? 0, percent(set[i]?.confidence), percent(set[i]?.right)]),
    `${percent(low)} to ${percent(high)}`,
  ];
});
process.stdout.write(`${tableOf(['range', ...columns, '95 % interval'], rows)}\n`);

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
          { confidence: found.confidence, isRight: found.isFirst },
          { confidence: without.confidence, isRight: false },
        );
    }
    return answers;
  } finally {
    await browser.close();
  }
}
