// `npm run docs:rebinding -- FILE.jsonl`: measures, and writes the tables of docs/rebinding.md. The weights stay as they are.
// Without a file only the tables that need none are written.
import { readFileSync, writeFileSync } from 'node:fs';
import { MODEL } from '../../clients/shared/rebind/weights/fitted-weights.ts';
import { crossValidate } from './cross-validation.ts';
import { replacePart } from './markdown.ts';
import { mutationsTable } from './mutations-table.ts';
import { confidenceTable, thresholdsTable } from './pair-tables.ts';
import { SETTINGS } from './settings.ts';
import { readTrials } from './trial.ts';

const DOCUMENT = new URL('../../docs/rebinding.md', import.meta.url);

const [file] = process.argv.slice(2);
const parts = [['table: mutations', await mutationsTable()]] as [name: string, table: string][];
if (file) {
  const found = crossValidate(await readTrials(file), SETTINGS, MODEL.rank);
  parts.push(['table: thresholds', thresholdsTable(found)], ['table: confidence', confidenceTable(found)]);
}
const before = readFileSync(DOCUMENT, 'utf8');
writeFileSync(
  DOCUMENT,
  parts.reduce((text, [name, table]) => replacePart(text, name, table), before),
);
process.stdout.write(`Written: ${parts.map(([name]) => name).join(', ')}\n`);
