import { rarityAmong } from '../../clients/shared/rebind/dom-index/rarity.ts';
import { type Row, rankTraits } from '../../clients/shared/rebind/ranking/rank.ts';
import { type Traits, traitsOf } from '../../clients/shared/rebind/traits/traits.ts';
import { decide, type MatchResult } from '../../clients/shared/rebind/verification/match-results.ts';
import { isExpectedMatch, readSites, type Site } from './pairs.ts';
import { priorOf, simulatePage } from './simulate-page.ts';
import { add, EMPTY_TALLY, reportOf, type Tally } from './tally.ts';

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write('Missing file of pairs. Usage: npm run bench:rebind -- FILE.jsonl\n');
  process.exit(2);
}

let together = EMPTY_TALLY;
let alone = EMPTY_TALLY;
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

/** Runs the shipped engine on a site: all cases together as on one page, or each alone. */
function tallyOf(site: Site, asOnePage: boolean): Tally {
  const targets = site.cases.map(({ target }) => traitsOf(target));
  const candidates = site.candidates.map((candidate) => traitsOf(candidate));
  const results = resultsOn(targets, candidates, asOnePage);
  return site.cases.reduce((tally, { answer }, i) => {
    const result = results[i];
    const first = site.candidates[result?.choices[0]?.entry.index ?? -1]?.xpath;
    const isFirst = first !== undefined && isExpectedMatch(first, answer);
    const wrongCandidates = candidates.filter((_, k) => !isExpectedMatch(site.candidates[k]?.xpath ?? '', answer));
    const remaining = asOnePage ? targets : targets.slice(i, i + 1);
    const without = resultsOn(remaining, wrongCandidates, asOnePage)[asOnePage ? i : 0];
    const isBound = result?.state === 'bound';
    return add(tally, {
      cases: 1,
      right: Number(isBound && isFirst),
      wrong: Number(isBound && !isFirst),
      moved: Number(result?.state === 'moved'),
      orphaned: Number(result?.state === 'orphaned'),
      wrongWhenDeleted: Number(without?.state === 'bound'),
      rank1: Number(isFirst),
    });
  }, EMPTY_TALLY);
}

function resultsOn(targets: readonly Traits[], candidates: readonly Traits[], asOnePage: boolean): MatchResult[] {
  const rarity = rarityAmong(candidates);
  const rows: Row[] = targets.map((target) => simulatePage(rankTraits(target, candidates, rarity)));
  return asOnePage ? decide(rows, priorOf) : rows.flatMap((row) => decide([row], priorOf));
}
