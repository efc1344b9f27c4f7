import { type Site, servePages } from '../../test/snapshots/support/pages.ts';
import { testPool } from '../../test/snapshots/support/pool.ts';
import type { Result } from '../report.ts';
import type { Scenario } from '../scenario.ts';
import { DESIGNS } from '../verdicts/designs.ts';
import { type JudgedCase, judgeDesigns, TRUTHS } from '../verdicts/judge-set.ts';
import { effectTallies, type Tally, verdictTallies } from '../verdicts/tables.ts';

/** Judges the labeled set, and reports precision and recall of each verdict and effect. */
export const verdicts: Scenario = { name: 'verdicts', run: measure };

async function measure(): Promise<Result[]> {
  const site: Site = {};
  const server = await servePages(site);
  const pool = await testPool();
  try {
    const cases = await judgeDesigns(DESIGNS, pool.capture, (path, html) => {
      site[path] = html;
      return server.url + path;
    });
    for (const one of cases.filter(isWrong)) process.stdout.write(`${describe(one)}\n`);
    return [...verdictTallies(cases), ...effectTallies(cases)].flatMap(resultsOf);
  } finally {
    await pool.close();
    await server.close();
  }
}

const isWrong = ({ judged, effect, label }: JudgedCase): boolean =>
  judged.verdict !== TRUTHS[label].verdict || effect !== TRUTHS[label].effect;

const describe = ({ design, release, pin, label, judged: { verdict, reason }, effect }: JudgedCase): string =>
  `${design}, release ${release}, ${pin} (${label}): ${[verdict, reason, effect].filter(Boolean).join(' ')}`;

const AIMS: Readonly<Record<string, [precision: string, recall: string]>> = {
  changed: ['', '≥ 95'],
  does_it: ['100', ''],
  went_back: ['100', ''],
};

function resultsOf({ name, right, given, due }: Tally): Result[] {
  const share = (all: number) => (all === 0 ? 100 : (100 * right) / all);
  const [precision = '', recall = ''] = AIMS[name] ?? [];
  return [
    { name: `precision of ${name}`, ours: share(given), unit: '%', aim: precision, note: `${right} of ${given} given` },
    { name: `recall of ${name}`, ours: share(due), unit: '%', aim: recall, note: `${right} of ${due} due` },
  ];
}
