import { VERDICTS } from '../../src/resolvers/addons/deployments/verdicts/types.ts';
import { type PageServer, type Site, servePages } from '../../test/snapshots/support/pages.ts';
import { testPool } from '../../test/snapshots/support/pool.ts';
import type { Result } from '../report.ts';
import type { Scenario } from '../scenario.ts';
import { VERDICT_OF } from '../verdicts/cases.ts';
import { DESIGNS } from '../verdicts/designs.ts';
import { type JudgedPair, judgeDesign } from '../verdicts/judge-set.ts';

/** Judges the labeled set, and reports precision and recall of each verdict. */
export const verdicts: Scenario = { name: 'verdicts', run: measure };

async function measure(): Promise<Result[]> {
  const site: Site = {};
  const server = await servePages(site);
  const pool = await testPool();
  try {
    const judged: JudgedPair[] = [];
    for (const design of DESIGNS) judged.push(...(await judgeDesign(design, pool.capture, publisher(site, server))));
    return [...precision(judged), ...literals(judged), ...guards(judged)];
  } finally {
    await pool.close();
    await server.close();
  }
}

const publisher = (site: Site, server: PageServer) => (path: string, html: string) => {
  site[path] = html;
  return server.url + path;
};

function precision(judged: readonly JudgedPair[]): Result[] {
  return VERDICTS.flatMap((verdict) => {
    const given = judged.filter((pair) => pair.verdict.verdict === verdict);
    const due = judged.filter((pair) => VERDICT_OF[pair.truth] === verdict);
    const right = given.filter((pair) => VERDICT_OF[pair.truth] === verdict);
    const wrong = judged.filter((pair) => given.includes(pair) !== due.includes(pair)).map(describe);
    const share = (part: number, all: number) => (all === 0 ? 100 : (100 * part) / all);
    const counts = `${right.length} of ${given.length} given, ${right.length} of ${due.length} due`;
    return [
      { name: `precision of ${verdict}`, ours: share(right.length, given.length), unit: '%', aim: '100', note: counts },
      {
        name: `recall of ${verdict}`,
        ours: share(right.length, due.length),
        unit: '%',
        aim: '',
        note: wrong.join('; '),
      },
    ];
  });
}

const describe = ({ design, pin, before, after, truth, verdict: { verdict, reason } }: JudgedPair): string =>
  `${design} ${pin} ${before} → ${after} (${truth}): ${verdict}${reason ? ` ${reason}` : ''}`;

function literals(judged: readonly JudgedPair[]): Result[] {
  const checked = judged.filter(({ verdict }) => verdict.literal !== null);
  const right = checked.filter(({ isMet, verdict }) => verdict.literal?.isMet === isMet);
  const note = `${right.length} of ${checked.length} comments with a literal text`;
  return [
    { name: 'literal texts checked rightly', ours: (100 * right.length) / checked.length, unit: '%', aim: '100', note },
  ];
}

function guards(judged: readonly JudgedPair[]): Result[] {
  const bytes = judged.flatMap(({ guardBytes }) => guardBytes ?? []).sort((a, b) => a - b);
  const note = `${bytes.length} guards, the largest ${((bytes.at(-1) ?? 0) / 1_000).toFixed(1)} KB`;
  const median = (bytes[Math.floor(bytes.length / 2)] ?? 0) / 1_000;
  return [{ name: 'size of a guard, median', ours: median, unit: 'KB', aim: '≤ 20', note }];
}
