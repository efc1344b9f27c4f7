// `npm run bench:mutations` changes Pinbound's own pages, `npm run bench:mutations -- FOLDER` those
// saved in a folder.
import { MUTATIONS } from './mutations.ts';
import { mutationsTable, pagesIn } from './mutations-table.ts';

const [folder] = process.argv.slice(2);
const files = folder === undefined ? undefined : await pagesIn(folder).catch(() => []);
if (files?.length === 0) {
  process.stderr.write(`No .html files in ${folder}. Usage: npm run bench:mutations -- [FOLDER]\n`);
  process.exit(2);
}
process.stdout.write(`${await mutationsTable(MUTATIONS, files)}\n`);
