// `npm run fit:certainty -- FOLDER` fits the judge of certainty on sites in several versions and on
// generated applications, and writes its weights. `-- --dry` writes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CERTAINTY_INPUTS } from '../../clients/shared/rebind/verification/certainty.ts';
import { fitLogOdds, type LabeledSample } from './regression.ts';
import type { SiteAnswer } from './sites/answers.ts';
import { runApplications, runSites } from './sites/run-sites.ts';

const WEIGHTS_FILE = new URL('../../clients/shared/rebind/weights/fitted-weights.ts', import.meta.url);
const PENALTY = 0.001;
/** Applications of the fit; those of `bench:applications` are others. */
const SEEDS = [1, 2, 3];
/** Weights of samples: texts are reworded by the bench, and applications are all alike. */
const TEXT_WEIGHT = 0.5;
const APPLICATION_WEIGHT = 0.3;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { dry: { type: 'boolean' } } });
const [folder] = positionals;
if (!folder) {
  process.stderr.write('Missing folder for pages. Usage: npm run fit:certainty -- [--dry] FOLDER\n');
  process.exit(2);
}

const samplesOf = (answers: readonly SiteAnswer[], weightOf: (answer: SiteAnswer) => number): LabeledSample[] =>
  answers.flatMap((answer) => {
    const { values: inputs, isFirst } = answer;
    return inputs ? [{ values: inputs, isPositive: isFirst, weight: weightOf(answer) }] : [];
  });
const sites = samplesOf(await runSites(folder, 'fit'), ({ kind }) => (kind === 'text' ? TEXT_WEIGHT : 1));
const applications = samplesOf(await runApplications(SEEDS), () => APPLICATION_WEIGHT);
const weights = fitLogOdds([...sites, ...applications], PENALTY).map((weight) => Math.round(weight * 100) / 100);
const lines = CERTAINTY_INPUTS.map((name, i) => `    ${weights[i]}, // ${name}\n`).join('');
process.stdout.write(`${sites.length} answers of sites, ${applications.length} of applications:\n${lines}`);
if (!values.dry) {
  const source = readFileSync(WEIGHTS_FILE, 'utf8');
  writeFileSync(
    WEIGHTS_FILE,
    source.replace(/( certainty: \[\n)[^\]]*(?= {2}\])/, (_, start: string) => `${start}${lines}`),
  );
}
