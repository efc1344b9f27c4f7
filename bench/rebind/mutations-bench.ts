// `npm run bench:mutations` changes Pinbound's own pages, `npm run bench:mutations -- FOLDER` those
// saved in a folder. Prints the states by kind of change, the confidence and the share of right
// answers from 0.75 to 0.9, and the least threshold that binds few wrong elements.
import { type Answer, leastThresholdOf, middleOf, percent } from './calibration.ts';
import { tableOf } from './markdown.ts';
import { MUTATIONS } from './mutations.ts';
import { countsTable, OWN_PAGES, pagesIn, runMutations } from './mutations-table.ts';

const [folder] = process.argv.slice(2);
const files = folder === undefined ? OWN_PAGES : await pagesIn(folder).catch(() => []);
if (files.length === 0) {
  process.stderr.write(`No .html files in ${folder}. Usage: npm run bench:mutations -- [FOLDER]\n`);
  process.exit(2);
}
const results = await runMutations(MUTATIONS, files, true);
const twice = results.filter(({ withoutElement }) => withoutElement.length > 0);
const kinds: [name: string, answers: readonly Answer[]][] = twice.map(({ mutation, answers, withoutElement }) => [
  mutation.name,
  [...answers, ...withoutElement],
]);
const middle = [...kinds, ['all of these', kinds.flatMap(([, answers]) => answers)] as const].map(([name, answers]) => {
  const { answers: count, confidence, right, interval } = middleOf(answers);
  return [name, count, percent(confidence), percent(right), interval?.map(percent).join(' to ') ?? ''];
});
const threshold = leastThresholdOf(
  results.filter(({ mutation }) => !mutation.hasCopies && !mutation.pages).map(({ answers }) => answers),
);
process.stdout.write(`${countsTable(results)}

From 0.75 to 0.9, each pin located with its element and without:

${tableOf(['change', 'answers', 'confidence', 'right', '95 % interval'], middle)}

At most 1 % wrong in each kind of change without copies, with a certainty of 95 %: from ${threshold.toFixed(2)}
`);
