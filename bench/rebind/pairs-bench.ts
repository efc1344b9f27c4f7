import { type Row, rankTraits } from '../../clients/shared/rebind/ranking/rank.ts';
import { rarityAmong } from '../../clients/shared/rebind/survey/rarity.ts';
import { type Traits, traitsOf } from '../../clients/shared/rebind/traits/traits.ts';
import { decide, type Verdict } from '../../clients/shared/rebind/verification/match-results.ts';
import { isAnswer, readSites, type Site } from './pairs.ts';
import { asOnPage, priorOf } from './simulate-page.ts';
import { add, NONE, reportOf, type Tally } from './tally.ts';

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write('Which pairs? Usage: npm run bench:rebind -- FILE.jsonl\n');
  process.exit(2);
}

let together = NONE;
let alone = NONE;
try {
  for await (const site of readSites(file)) {
    together = add(together, tallyOf(site, true));
    alone = add(alone, tallyOf(site, false));
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
process.stdout.write(`${JSON.stringify({ ...reportOf(together), alone: reportOf(alone) })}\n`);

/** Runs the shipped engine on a site: its cases together as on one page, or each by itself. */
function tallyOf(site: Site, asOnePage: boolean): Tally {
  const targets = site.cases.map(({ target }) => traitsOf(target));
  const candidates = site.candidates.map((candidate) => traitsOf(candidate));
  const verdicts = verdictsOn(targets, candidates, asOnePage);
  return site.cases.reduce((tally, { answer }, i) => {
    const verdict = verdicts[i];
    const first = site.candidates[verdict?.choices[0]?.entry.index ?? -1]?.xpath;
    const isFirst = first !== undefined && isAnswer(first, answer);
    const left = candidates.filter((_, k) => !isAnswer(site.candidates[k]?.xpath ?? '', answer));
    const mine = asOnePage ? i : 0;
    const without = verdictsOn(asOnePage ? targets : targets.slice(i, i + 1), left, asOnePage)[mine];
    const isBound = verdict?.state === 'bound';
    return add(tally, {
      cases: 1,
      right: Number(isBound && isFirst),
      wrong: Number(isBound && !isFirst),
      moved: Number(verdict?.state === 'moved'),
      orphaned: Number(verdict?.state === 'orphaned'),
      wrongWhenDeleted: Number(without?.state === 'bound'),
      rank1: Number(isFirst),
    });
  }, NONE);
}

function verdictsOn(targets: readonly Traits[], candidates: readonly Traits[], asOnePage: boolean): Verdict[] {
  const rarity = rarityAmong(candidates);
  const rows: Row[] = targets.map((target) => asOnPage(rankTraits(target, candidates, rarity)));
  return asOnePage ? decide(rows, priorOf) : rows.flatMap((row) => decide([row], priorOf));
}
