// `npm run bench:sites -- FOLDER` fetches published packages with pages of sites in several
// versions, unless the folder has them, and prints how elements of one version are found in the
// next. `--set fit` selects the sites that the judge of certainty was fitted on.
import { parseArgs } from 'node:util';
import { rangesTable, runSites, sitesTable } from './sites/run-sites.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { set: { type: 'string' } } });
const [folder] = positionals;
if (!folder) {
  process.stderr.write('Missing folder for pages. Usage: npm run bench:sites -- [--set fit] FOLDER\n');
  process.exit(2);
}
const answers = await runSites(folder, values.set === 'fit' ? 'fit' : 'test');
process.stdout.write(`${sitesTable(answers, 'source')}\n\n${sitesTable(answers, 'kind')}\n\n${rangesTable(answers)}\n`);
