import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FEATURES } from '../../clients/shared/rebind/ranking/features.ts';
import { LOOKED_AT, SIGNS } from '../../clients/shared/rebind/verification/verifier-inputs.ts';
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
  process.stderr.write('Which pairs? Usage: npm run fit:rebind -- [--dry] FILE.jsonl\n');
  process.exit(2);
}

const trials = await readTrials(file);
const model = train(trials, SETTINGS);
const found = crossValidate(trials, SETTINGS, model.rank);
say(thresholdsTable(found));
say(`\n${confidenceTable(found)}\n`);
if (values.dry) {
  say('Nothing is written: this was --dry.');
} else {
  writeFileSync(WEIGHTS_FILE, sourceOf(model, file));
  say(`Written: ${WEIGHTS_FILE.pathname}`);
}

function sourceOf({ rank, verify, nothing, bound, moved }: Model, source: string): string {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const count = trials.flatMap(({ cases }) => cases).length;
  const list = (names: readonly string[], values: readonly number[]) =>
    names.map((name, i) => `    ${values[i]}, // ${name}\n`).join('');
  return `import type { Model } from './model.ts';

/**
 * Fitted by \`npm run fit:rebind\` on ${new Date().toISOString().slice(0, 10)}: ${count} labelled pairs of ${trials.length} sites, old page and new, years
 * apart (SHA-256 of the file begins ${hash}). Penalties: ${SETTINGS.rankPenalty} ranking, ${SETTINGS.verifyPenalty} verifier. docs/rebinding.md has the method
 * and what it reaches. What is set by hand stands in hand-set-weights.ts.
 */
export const MODEL: Model = {
  rank: [
${list(FEATURES, rank)}  ],
  verify: [
${list([...SIGNS, ...LOOKED_AT.map((column) => FEATURES[column] ?? '')], verify)}  ],
  nothing: ${nothing},
  bound: ${bound},
  moved: ${moved},
};
`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
