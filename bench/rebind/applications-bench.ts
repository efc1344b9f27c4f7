// `npm run bench:applications` generates applications, changes them as people do, and prints how
// their pins are found, by kind of change. `-- --from 1 --to 9` selects the seeds, `--kind` a kind,
// and `--misses` prints what was not found, and what was bound in place of what is gone.
import { parseArgs } from 'node:util';
import { applicationsTable, HELD_OUT_SEEDS, locateApplications } from './applications/table.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    kind: { type: 'string' },
    misses: { type: 'boolean' },
  },
});
const from = Number(values.from);
const seeds = values.from
  ? Array.from({ length: Math.max(1, Number(values.to) - from) }, (_, i) => from + i)
  : HELD_OUT_SEEDS;
const results = await locateApplications(seeds, values.kind ? [values.kind] : undefined);
if (values.misses) {
  for (const { change, seed, mark, isThere, state, confidence, first } of results)
    if (isThere ? state !== 'bound' || first !== mark : state === 'bound')
      process.stdout.write(`${change}, ${seed}, ${mark}: ${state} ${confidence.toFixed(2)} ${first}\n`);
}
process.stdout.write(`${applicationsTable(results)}\n`);
