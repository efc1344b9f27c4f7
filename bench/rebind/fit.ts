import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Weights } from '../../clients/shared/model.ts';
import { crossValidate } from './cross-validation.ts';
import { confidenceTable, thresholdsTable } from './pair-tables.ts';
import { SETTINGS } from './settings.ts';
import { train } from './training.ts';
import { readTrials } from './trial.ts';

const WEIGHTS_FILE = new URL('../../clients/shared/weights.ts', import.meta.url);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { dry: { type: 'boolean' } } });
const [file] = positionals;
if (!file) {
  process.stderr.write('Which pairs? Usage: npm run fit:rebind -- [--dry] FILE.jsonl\n');
  process.exit(2);
}

const trials = await readTrials(file);
const weights = train(trials, SETTINGS);
const found = crossValidate(trials, SETTINGS, Object.values(weights.rank));
say(thresholdsTable(found));
say(`\n${confidenceTable(found)}\n`);
if (values.dry) {
  say('Nothing is written: this was --dry.');
} else {
  writeFileSync(WEIGHTS_FILE, sourceOf(weights, file));
  say(`Written: ${WEIGHTS_FILE.pathname}`);
}

function sourceOf(fitted: Weights, source: string): string {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const count = trials.flatMap(({ cases }) => cases).length;
  const { rank, verify, ...limits } = fitted;
  return `import type { Weights } from './model.ts';

/**
 * Fitted by \`npm run fit:rebind\` on ${new Date().toISOString().slice(0, 10)}: ${count} labelled pairs of ${trials.length} sites, old page and new, years
 * apart (SHA-256 of the file begins ${hash}). Penalties: ${SETTINGS.rankPenalty} ranking, ${SETTINGS.verifyPenalty} verifier. docs/rebinding.md has the method
 * and what it reaches. What is set by hand stands in by-hand.ts.
 */
export const WEIGHTS: Weights = ${JSON.stringify({ rank, verify, ...limits }, null, 2).replace(/"(\w+)":/g, '$1:')};
`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
