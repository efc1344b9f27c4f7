import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURES } from '../../clients/shared/rebind/ranking/features.ts';
import { CERTAINTY_INPUTS } from '../../clients/shared/rebind/verification/certainty.ts';
import { VERIFIER_COLUMNS, VERIFIER_SIGNALS } from '../../clients/shared/rebind/verification/verifier-inputs.ts';
import type { Model } from '../../clients/shared/rebind/weights/model.ts';
import { crossValidate } from './cross-validation.ts';
import { confidenceTable, thresholdsTable } from './pair-tables.ts';
import { SETTINGS } from './settings.ts';
import { train } from './training.ts';
import { readTrials } from './trial.ts';

const WEIGHTS_FILE = new URL('../../clients/shared/rebind/weights/fitted-weights.ts', import.meta.url);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { dry: { type: 'boolean' } } });
const [file] = positionals;
if (!file) {
  process.stderr.write('Missing file of pairs. Usage: npm run fit:rebind -- [--dry] FILE.jsonl\n');
  process.exit(2);
}

const trials = await readTrials(file);
const model = train(trials, SETTINGS);
const validation = crossValidate(trials, SETTINGS, model.rank);
printLine(thresholdsTable(validation));
printLine(`\n${confidenceTable(validation)}\n`);
if (values.dry) {
  printLine('Weights not written (--dry).');
} else {
  writeFileSync(WEIGHTS_FILE, sourceOf(model, file));
  printLine(`Written: ${WEIGHTS_FILE.pathname}`);
}

function sourceOf({ rank, verify, certainty, nothing, bound, moved }: Model, source: string): string {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const date = new Date().toISOString().slice(0, 10);
  const { rankPenalty, verifyPenalty, shift } = SETTINGS;
  const sites = trials.length;
  const count = trials.flatMap(({ cases }) => cases).length;
  const list = (names: readonly string[], values: readonly number[]) =>
    names.map((name, i) => `    ${values[i]}, // ${name}\n`).join('');
  return `import type { Model } from './model.ts';

/**
 * Fitted by \`npm run fit:rebind\` on ${date} on ${count} labeled pairs of ${sites} sites, old
 * and new pages years apart (SHA-256 of the file begins ${hash}). Penalties: ${rankPenalty}
 * ranking, ${verifyPenalty} verifier, whose constant is raised by ${shift}. docs/rebinding.md
 * has the method and the results. Weights set by hand are in hand-set-weights.ts.
 */
export const MODEL: Model = {
  rank: [
${list(FEATURES, rank)}  ],
  verify: [
${list([...VERIFIER_SIGNALS, ...VERIFIER_COLUMNS.map((column) => FEATURES[column] ?? '')], verify)}  ],
  certainty: [
${list(CERTAINTY_INPUTS, certainty)}  ],
  nothing: ${nothing},
  bound: ${bound},
  moved: ${moved},
};
`;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
