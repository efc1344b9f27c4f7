import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { modelOf, type Weights } from '../../clients/shared/model.ts';
import { type Outcome, outcomesOf, scoreOf } from './outcomes.ts';
import { readSites } from './pairs.ts';
import { type Settings, train } from './training.ts';
import { type Trial, trialOf } from './trial.ts';

const WEIGHTS_FILE = new URL('../../clients/shared/weights.ts', import.meta.url);
const SETTINGS: Settings = { rankPenalty: 0.005, verifyPenalty: 0.003, nothing: 0.5, bound: 0.75, moved: 0.25 };
const THRESHOLDS = [0.3, 0.5, 0.6, 0.65, 0.7, 0.72, 0.75, 0.8, 0.9];

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write('Which pairs? Usage: npm run fit:rebind -- FILE.jsonl\n');
  process.exit(2);
}

const trials: Trial[] = [];
for await (const site of readSites(file)) trials.push(trialOf(site));
const weights = train(trials, SETTINGS);
say(
  `${trials.length} sites, ${trials.flatMap(({ cases }) => cases).length} cases; each site judged by a model fitted on the others`,
);
report('together', crossValidate(true));
report('each alone', crossValidate(false));
writeFileSync(WEIGHTS_FILE, sourceOf(weights, file));
say(`Written: ${WEIGHTS_FILE.pathname}`);

function crossValidate(together: boolean): Outcome[] {
  const start = Object.values(weights.rank);
  return trials.flatMap((held) => {
    const others = trials.filter((trial) => trial !== held);
    return outcomesOf(held, modelOf(train(others, SETTINGS, start)), together);
  });
}

function report(title: string, outcomes: readonly Outcome[]): void {
  say(`\n${title}: rank-1 ${scoreOf(outcomes, 0).rank1} %`);
  say('  bound at   right   wrong   wrong when deleted');
  for (const threshold of THRESHOLDS) {
    const { right, wrong, wrongWhenDeleted } = scoreOf(outcomes, threshold);
    say(
      `  ${threshold.toFixed(2).padEnd(8)} ${[right, wrong, wrongWhenDeleted].map((value) => value.toFixed(1).padStart(6)).join('  ')}`,
    );
  }
}

function sourceOf(fitted: Weights, source: string): string {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const count = trials.flatMap(({ cases }) => cases).length;
  const { rank, verify, ...limits } = fitted;
  return `import type { Weights } from './model.ts';

/**
 * Fitted by \`npm run fit:rebind\` on ${new Date().toISOString().slice(0, 10)}: ${count} labelled pairs of ${trials.length} sites, old page and new, years
 * apart (SHA-256 of the file begins ${hash}). Penalties: ${SETTINGS.rankPenalty} ranking, ${SETTINGS.verifyPenalty} verifier. docs/rebinding.md has the method
 * and what it reaches.
 */
export const WEIGHTS: Weights = ${JSON.stringify({ rank, verify, ...limits }, null, 2).replace(/"(\w+)":/g, '$1:')};
`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
