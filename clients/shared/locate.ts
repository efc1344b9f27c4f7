import { boxOf, describe, placeOf } from './describe.ts';
import { passageText } from './passage.ts';
import { holdsQuote, type Quote } from './quote.ts';
import { type Entry, type Row, rankTraits } from './rank.ts';
import { SELECTOR_LIMIT } from './selector.ts';
import { type State, settleSteps } from './settle.ts';
import { shortlist } from './shortlist.ts';
import { run } from './slices.ts';
import type { StoredTarget } from './stored.ts';
import { type Spot, type Survey, surveySteps } from './survey.ts';
import { sharedPairs } from './text.ts';
import { type Traits, traitsOf } from './traits.ts';
import { byXPath } from './xpath.ts';

/** What became of one stored target on this page. */
export interface Located {
  readonly state: State;
  /** 0–1: of ten bound at 0.9, nine are right. */
  readonly confidence: number;
  /** What it is bound to; null in the other states. */
  readonly element: Element | null;
  /** The best candidates, the best first: what a person may choose from when it moved. */
  readonly candidates: readonly { readonly element: Element; readonly confidence: number }[];
}

/** Finds all targets of a page at once. Never throws, whatever was stored. */
export function locate(document: Document, targets: readonly StoredTarget[]): Located[] {
  return run(locateSteps(document, targets));
}

/** The same with pauses between steps of a millisecond or so; see slices.ts. */
export function* locateSteps(document: Document, targets: readonly StoredTarget[]): Generator<void, Located[]> {
  if (targets.length === 0) return [];
  const survey = yield* surveySteps(document);
  const look = makeLook(survey);
  const rows: Row[] = [];
  const resolved = new Map<Row, ReadonlySet<number>>();
  const quotes = new Map<Row, Quote>();
  for (const target of targets) {
    const hits = hitsOf(document, target, survey);
    const row = look(target, hits);
    rows.push(row);
    resolved.set(row, new Set(hits.map(({ index }) => index)));
    if (target.quote) quotes.set(row, target.quote);
    yield;
  }
  const isHit = (row: Row, { index }: Entry) => resolved.get(row)?.has(index) === true;
  const said = new Map<Spot, string>();
  const isQuoted = (row: Row, { index }: Entry) => {
    const [quote, spot] = [quotes.get(row), survey.spots[index]];
    return quote && spot ? holdsQuote(remember(said, spot, passageText), quote) : false;
  };
  const verdicts = yield* settleSteps(rows, (row, entry) => {
    const quoted = isQuoted(row, entry) ? QUOTED_LOG_ODDS : 0;
    if (!quoted && isOtherText(row, entry)) return OTHER_TEXT_LOG_ODDS;
    return quoted + (isHit(row, entry) ? HIT_LOG_ODDS : 0) + (saysAlone(row, entry) ? ALONE_LOG_ODDS : 0);
  });
  return verdicts.map(({ state, confidence, choices }) => {
    const candidates = choices.flatMap(({ entry, confidence: sure }) => {
      const spot = survey.spots[entry.index];
      return spot ? [{ element: spot.element, confidence: sure }] : [];
    });
    return { state, confidence, element: state === 'bound' ? (candidates[0]?.element ?? null) : null, candidates };
  });
}

/** An element that the stored selector or path still means is likelier, by so much. */
const HIT_SCORE = 1;
const HIT_LOG_ODDS = 0.7;
/** The words that were selected, or those around them, stand in it: as telling as a long text of its own. */
const QUOTED_LOG_ODDS = 3;
/** A text of which less than half is left, or another link with another text: what stands there now may be something else. */
const OTHER_TEXT_LOG_ODDS = -2;

function isOtherText({ target: { key, href } }: Row, { traits }: Entry): boolean {
  if (!key || !traits.key || key === traits.key) return false;
  return sharedPairs(key, traits.key) < 0.5 || (href !== '' && traits.href !== '' && href !== traits.href);
}

/**
 * A long text that stood on the page once and stands there once is hardly another one. Of fingerprints that say nothing
 * but a text, a shorter one must do.
 */
const ALONE_LOG_ODDS = 3;
const LONG = 24;
const LONG_IF_BARE = 8;

function saysAlone({ target }: Row, { traits }: Entry): boolean {
  const enough = target.twins ? LONG : LONG_IF_BARE;
  const isOne = (target.twins?.count ?? 1) === 1 && traits.twins?.count === 1;
  return isOne && target.key.length >= enough && target.key === traits.key;
}

/** Share of its own score from which on an element at the stored place is taken without a search. */
const UNCHANGED = 0.97;

/** Compares targets with elements of one survey, describing each element once. */
function makeLook(survey: Survey): (target: StoredTarget, hits: readonly Spot[]) => Row {
  const known = new Map<Spot, Traits>();
  const measured = new Map<Spot, Traits>();
  const traitsAt = (spot: Spot) => remember(known, spot, () => traitsOf(describe(spot, survey)));
  const measuredAt = (spot: Spot) => remember(measured, spot, () => ({ ...traitsAt(spot), box: boxOf(spot.element) }));
  const row = (wanted: Traits, spots: readonly Spot[], traits: Traits[], hits: readonly Spot[]): Row => {
    const bonus = (index: number) => (hits.includes(spots[index] as Spot) ? HIT_SCORE : 0);
    const ranked = rankTraits(wanted, traits, survey.rarity, bonus);
    const entries = ranked.entries.map((entry) => ({ ...entry, index: spots[entry.index]?.index ?? -1 }));
    return { ...ranked, entries };
  };
  return ({ description }, hits) => {
    const wanted = traitsOf(description);
    const unmeasured = { ...wanted, box: undefined };
    for (const hit of hits) {
      const fast = row(unmeasured, [hit], [traitsAt(hit)], []);
      const score = fast.entries[0]?.score ?? 0;
      if (score >= UNCHANGED * fast.self && hasNoRival(wanted, traitsAt(hit))) return { ...fast, target: wanted };
    }
    const spots = [...new Set([...hits, ...shortlist(wanted, survey)])];
    return row(wanted, spots, spots.map(wanted.box ? measuredAt : traitsAt), hits);
  };
}

/** Alone as it was alone, or one of as many twins as there were. */
function hasNoRival({ twins: before }: Traits, { twins: now }: Traits): boolean {
  return (before?.count ?? 1) === (now?.count ?? 1);
}

function remember<T>(known: Map<Spot, T>, spot: Spot, make: (element: Element) => T): T {
  const made = known.get(spot) ?? make(spot.element);
  known.set(spot, made);
  return made;
}

/** Elements that the stored selector, XPath and place mean today. Being meant is a hint, not a proof. */
function hitsOf(document: Document, target: StoredTarget, survey: Survey): Spot[] {
  const atPath = byXPath(document, target.xpath);
  const elements = [atPath && isMeant(atPath, target.selector) ? null : select(document, target.selector), atPath];
  const found = elements.flatMap((element) => (element && survey.spotOf(element)) || []);
  const { xpath = '' } = target.description;
  if (found.length === 0 && xpath.startsWith('/')) {
    const tail = xpath.split('/').slice(-3).join('/');
    found.push(
      ...survey
        .having(`s${tail}`)
        .filter((spot) => placeOf(spot) === xpath)
        .slice(0, 1),
    );
  }
  return [...new Set(found)];
}

/** Then a search for others that the selector means would add nothing. */
function isMeant(element: Element, selector: string): boolean {
  try {
    return isHarmless(selector) && element.matches(selector);
  } catch {
    return false;
  }
}

const isHarmless = (selector: string) =>
  selector !== '' && selector.length <= SELECTOR_LIMIT && !/:has\(/i.test(selector);

/**
 * The only element that the selector matches. `:has()` is refused because stored selectors come from the public and it can
 * make one look-up quadratic.
 */
function select(document: Document, selector: string): Element | null {
  if (!isHarmless(selector)) return null;
  try {
    const [first = null, second] = document.querySelectorAll(selector);
    return second ? null : first;
  } catch {
    return null;
  }
}
