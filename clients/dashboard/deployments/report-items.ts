import type { ReportGroup } from '../data/deployment-search.ts';
import type {
  ReportCaptureFragment,
  ReportChangeFragment,
  ReportFragment,
  ReportVerdictFragment,
} from '../graphql-types.generated.ts';

/** A page in one viewport, with what the report says about it. */
export interface ReportPlace {
  capture: ReportCaptureFragment;
  verdict?: ReportVerdictFragment;
  change?: ReportChangeFragment;
}

/** Unit of review: an annotation with the changes at its element, or like changes. */
export interface ReportItem {
  /** Id of the annotation, or of the first change. */
  key: string;
  group: ReportGroup;
  /** Comment with a verdict that the item is about; null for other changes. */
  annotation: ReportVerdictFragment['annotation'];
  /** The most telling place first. */
  places: readonly ReportPlace[];
  changes: readonly ReportChangeFragment[];
  /** Numbers of the comments whose guards watch the element. */
  guardedIds: readonly string[];
}

const isUndecided = ({ decision }: { decision: unknown }): boolean => !decision;

/**
 * Whether a review of the whole deployment decides a part of the item, by the rule of the service.
 *
 * @param explained true: an approval that resolves comments whose change does what they say; false:
 *   changes that no comment names, and returns of reported looks; undefined: everything
 */
export function isCovered({ group, changes, places }: ReportItem, explained?: boolean): boolean {
  const verdicts = places.flatMap(({ verdict }) => verdict ?? []);
  if (explained === undefined || (explained && group === 'met')) return [...changes, ...verdicts].some(isUndecided);
  if (explained) return false;
  return (
    changes.some((change) => isUndecided(change) && change.annotationIds.length === 0) ||
    verdicts.some((verdict) => isUndecided(verdict) && isReturn(verdict))
  );
}

/** Width of the picture that a verdict compares with, if it is not that of the place. */
export function comparedWidth({ capture, verdict }: ReportPlace): number | undefined {
  const width = verdict?.beforeViewport?.width;
  return width === capture.viewport.width ? undefined : width;
}

/** Whether an approval of the item resolves its comment. */
export const canResolve = ({ group, annotation }: ReportItem): boolean =>
  annotation !== null && (group === 'met' || group === 'judge');

/** Items that stand under one heading. */
export interface ReportSection {
  group: ReportGroup;
  /** The only capture of changes that no comment names; undefined for several, and for comments. */
  place: ReportCaptureFragment | undefined;
  items: readonly ReportItem[];
}

const GROUP_OF = { does_it: 'met', changed_otherwise: 'judge', went_back: 'returned' } as const;
/** Groups in reading order: what went back must not stand below a long list of other changes. */
const READING_ORDER: readonly ReportGroup[] = ['returned', 'met', 'judge', 'other'];
/** The most serious verdict first. */
const ORDER: readonly string[] = ['gone', 'changed', 'unchanged', 'unknown'];

/** Whether the reported look is there again. */
const isReturn = ({ verdict, effect }: Pick<ReportVerdictFragment, 'verdict' | 'effect'>): boolean =>
  verdict === 'regressed' || effect === 'went_back';

const isTelling = (verdict: ReportVerdictFragment): boolean =>
  isReturn(verdict) || verdict.verdict === 'changed' || verdict.verdict === 'gone';

const groupedBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
};

const seriousness = (verdict: ReportVerdictFragment): number =>
  isReturn(verdict) ? -1 : ORDER.indexOf(verdict.verdict);

/** Groups a deployment's verdicts and changes into what is reviewed together, in reading order. */
export function sectionsOf({ verdicts, changes, captures }: ReportFragment): ReportSection[] {
  const captureOf = new Map((captures?.nodes ?? []).map((capture) => [capture.id, capture]));
  const comments = commentItems(verdicts, changes, captureOf);
  const shown = new Set(comments.map(({ key }) => key));
  // Comments that were resolved meanwhile have no verdict; their changes are reviewed separately.
  const others = changes.filter(({ annotationIds }) => !annotationIds.some((id) => shown.has(id)));
  const items = [...comments, ...likeItems(others, captureOf)];
  return READING_ORDER.flatMap((group): ReportSection[] => {
    const own = items.filter((item) => item.group === group);
    if (group !== 'other') return own.length > 0 ? [{ group, place: undefined, items: own }] : [];
    const byPlace = groupedBy(own, ({ places }) => {
      const [id, ...more] = new Set(places.map(({ capture }) => capture.id));
      return id !== undefined && more.length === 0 ? String(id) : '';
    });
    // Changes of several places come first: one review covers most.
    const sections = [...byPlace].map(([id, found]) => ({ group, place: captureOf.get(id), items: found }));
    return sections.sort((a, b) => Number(a.place !== undefined) - Number(b.place !== undefined));
  });
}

type Captures = ReadonlyMap<string, ReportCaptureFragment>;

function commentItems(
  verdicts: readonly ReportVerdictFragment[],
  changes: readonly ReportChangeFragment[],
  captureOf: Captures,
): ReportItem[] {
  return [...groupedBy(verdicts, ({ annotationId }) => annotationId)].flatMap(([id, own]) => {
    const sorted = own.toSorted((a, b) => seriousness(a) - seriousness(b));
    const [worst] = sorted;
    if (!worst?.overallEffect) return [];
    const places = sorted.flatMap((verdict) => {
      const capture = captureOf.get(verdict.captureId ?? '');
      const change = changes.find(
        ({ captureId, annotationIds }) => captureId === verdict.captureId && annotationIds.includes(id),
      );
      return capture && isTelling(verdict) ? [{ capture, verdict, ...(change && { change }) }] : [];
    });
    return {
      key: id,
      group: GROUP_OF[worst.overallEffect],
      annotation: worst.annotation,
      places,
      changes: changes.filter(({ annotationIds }) => annotationIds.includes(id)),
      guardedIds: [],
    };
  });
}

function likeItems(changes: readonly ReportChangeFragment[], captureOf: Captures): ReportItem[] {
  const isExplained = ({ annotationIds }: ReportChangeFragment) => annotationIds.length > 0;
  // Areas without an element are one item: each alone says little.
  const keyOf = (change: ReportChangeFragment) =>
    `${isExplained(change)} ${change.selector === null ? 'areas' : change.likeness}`;
  return [...groupedBy(changes, keyOf)].map(([, own]) => ({
    key: String(own[0]?.id),
    group: own.some(isExplained) ? ('judge' as const) : ('other' as const),
    annotation: null,
    places: own.flatMap((change) => {
      const capture = captureOf.get(change.captureId);
      return capture ? [{ capture, change }] : [];
    }),
    changes: own,
    guardedIds: [...new Set(own.flatMap(({ guardedIds }) => guardedIds))],
  }));
}

/** Ids of the reviews that decided an item, each once. */
export const reviewIdsOf = ({ changes, places }: ReportItem): string[] => [
  ...new Set([...changes, ...places.flatMap(({ verdict }) => verdict ?? [])].flatMap(({ reviewId }) => reviewId ?? [])),
];

/** Decision about all changes of an item; undefined while one has none. */
export function decisionOf({ changes, places }: ReportItem): 'approved' | 'rejected' | undefined {
  const decisions = [...changes, ...places.flatMap(({ verdict }) => verdict ?? [])].map(({ decision }) => decision);
  if (decisions.includes('rejected')) return 'rejected';
  return decisions.every((decision) => decision === 'approved') ? 'approved' : undefined;
}
