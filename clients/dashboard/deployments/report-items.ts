import { REPORT_GROUPS, type ReportGroup } from '../data/deployment-search.ts';
import type {
  ReportCaptureFragment,
  ReportChangeFragment,
  ReportFragment,
  ReportVerdictFragment,
} from './report.generated.ts';

/** A page in one viewport, with what the report says about it. */
export interface ReportPlace {
  capture: ReportCaptureFragment;
  verdict?: ReportVerdictFragment;
  change?: ReportChangeFragment;
}

/** Unit of review: an annotation with the changes that it asked for, or like changes. */
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

/**
 * Whether a review of the whole deployment decides a part of the item, by the rule of the service:
 * a lost element counts as asked for, the return of a reported look as a change that nobody asked
 * for.
 *
 * @param explained whether it reviews what somebody asked for, or the rest; undefined: both
 */
export function isCovered({ changes, places }: ReportItem, explained?: boolean): boolean {
  const covers = (isExplained: boolean) => explained === undefined || explained === isExplained;
  return (
    changes.some(({ decision, annotationIds }) => !decision && covers(annotationIds.length > 0)) ||
    places.some(({ verdict }) => verdict && !verdict.decision && covers(verdict.verdict !== 'regressed'))
  );
}

/** Items that stand under one heading. */
export interface ReportSection {
  group: ReportGroup;
  /** The only capture of changes that nobody asked for; undefined for several, and for comments. */
  place: ReportCaptureFragment | undefined;
  items: readonly ReportItem[];
}

const GROUP_OF = { changed: 'asked', regressed: 'returned', gone: 'lost' } as const;
type Telling = keyof typeof GROUP_OF;
/** The most serious verdict names the group of an annotation. */
const ORDER: readonly string[] = ['regressed', 'gone', 'changed', 'unchanged', 'unknown'];

const groupedBy = <Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
};

const seriousness = ({ verdict }: ReportVerdictFragment): number => ORDER.indexOf(verdict);

/** Groups a deployment's verdicts and changes into what is reviewed together, in reading order. */
export function sectionsOf({ verdicts, changes, captures }: ReportFragment): ReportSection[] {
  const captureOf = new Map((captures?.nodes ?? []).map((capture) => [capture.id, capture]));
  const comments = commentItems(verdicts, changes, captureOf);
  const shown = new Set(comments.map(({ key }) => key));
  // Comments that were resolved meanwhile have no verdict; their changes are reviewed separately.
  const others = changes.filter(({ annotationIds }) => !annotationIds.some((id) => shown.has(id)));
  const items = [...comments, ...likeItems(others, captureOf)];
  return REPORT_GROUPS.flatMap((group): ReportSection[] => {
    const own = items.filter((item) => item.group === group);
    if (group !== 'unasked') return own.length > 0 ? [{ group, place: undefined, items: own }] : [];
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
    if (!worst || !(worst.verdict in GROUP_OF)) return [];
    const places = sorted.flatMap((verdict) => {
      const capture = captureOf.get(verdict.captureId);
      const change = changes.find(
        ({ captureId, annotationIds }) => captureId === verdict.captureId && annotationIds.includes(id),
      );
      return capture && verdict.verdict in GROUP_OF ? [{ capture, verdict, ...(change && { change }) }] : [];
    });
    return {
      key: id,
      group: GROUP_OF[worst.verdict as Telling],
      annotation: worst.annotation,
      places,
      changes: changes.filter(({ annotationIds }) => annotationIds.includes(id)),
      guardedIds: [],
    };
  });
}

function likeItems(changes: readonly ReportChangeFragment[], captureOf: Captures): ReportItem[] {
  const isAsked = ({ annotationIds }: ReportChangeFragment) => annotationIds.length > 0;
  // Areas without an element are one item: each alone says little.
  const keyOf = (change: ReportChangeFragment) =>
    `${isAsked(change)} ${change.selector === null ? 'areas' : change.likeness}`;
  return [...groupedBy(changes, keyOf)].map(([, own]) => ({
    key: String(own[0]?.id),
    group: own.some(isAsked) ? ('asked' as const) : ('unasked' as const),
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
