// `npm run docs:rebinding -- FILE.jsonl` measures and writes the tables of docs/rebinding.md. It
// does not change the weights. Without a file, it writes only the tables that need no pairs.
import { readFileSync, writeFileSync } from 'node:fs';
import { MODEL } from '../../clients/shared/rebind/weights/fitted-weights.ts';
import { applicationsTable, HELD_OUT_SEEDS, locateApplications } from './applications/table.ts';
import { crossValidate } from './cross-validation.ts';
import { replaceSection } from './markdown.ts';
import { mutationsTable } from './mutations-table.ts';
import { confidenceTable, thresholdsTable } from './pair-tables.ts';
import { SETTINGS } from './settings.ts';
import { readTrials } from './trial.ts';

const DOCUMENT = new URL('../../docs/rebinding.md', import.meta.url);

const [file] = process.argv.slice(2);
const sections: [name: string, table: string][] = [
  ['table: mutations', await mutationsTable()],
  ['table: applications', applicationsTable(await locateApplications(HELD_OUT_SEEDS))],
];
if (file) {
  const validation = crossValidate(await readTrials(file), SETTINGS, MODEL.rank);
  sections.push(['table: thresholds', thresholdsTable(validation)], ['table: confidence', confidenceTable(validation)]);
}
const before = readFileSync(DOCUMENT, 'utf8');
writeFileSync(
  DOCUMENT,
  sections.reduce((text, [name, table]) => replaceSection(text, name, table), before),
);
process.stdout.write(`Written: ${sections.map(([name]) => name).join(', ')}\n`);
