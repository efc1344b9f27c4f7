import type { ReportChangeFragment } from '../graphql-types.generated.ts';
import { segmentsOf } from '../picture/alignment.ts';
import type { Box } from '../picture/view.ts';
import type { ChangedElement } from '../ui/change-text.ts';
import { evidenceOf } from '../ui/evidence.ts';
import type { ReportPlace } from './report-items.ts';

/** Box of a stored state of an element, pixels of the picture; undefined without a state. */
const boxOf = (state: Readonly<Record<string, unknown>> | null | undefined): Box | undefined =>
  state?.box as Box | undefined;

/** The changed element; undefined for an area without one. */
export function elementOf({ tag, kinds, before, after }: ReportChangeFragment): ChangedElement | undefined {
  if (tag === null) return undefined;
  return { tag, kinds, before: before as ChangedElement['before'], after: after as ChangedElement['after'] };
}

/**
 * The changed element that a report shows. That of a comment is described by the evidence of its
 * verdict, because a change that the comment explains may be about a like element elsewhere. The
 * texts and styles of such a change are the same, its place and size are not.
 */
export function changedElement({
  verdict,
  change,
}: Pick<ReportPlace, 'verdict' | 'change'>): ChangedElement | undefined {
  if (!verdict) return change && elementOf(change);
  const own = evidenceOf(verdict.evidence);
  if (own || verdict.verdict !== 'changed' || !change?.before || !change.after) return own;
  const part = elementOf(change);
  return part && { ...part, kinds: part.kinds.filter((kind) => !PLACES.includes(kind)) };
}

/** Kinds of changes that tell nothing about a like element. */
const PLACES: readonly string[] = ['moved', 'resized'];

/** Box of a changed element, pixels of the picture. A verdict has pictures of its own. */
export const changedBox = ({ verdict, change }: Pick<ReportPlace, 'verdict' | 'change'>, side: 'before' | 'after') =>
  verdict ? undefined : boxOf(change?.[side]);

/** An area of a comparison in one of its pictures; undefined if only the other one has its rows. */
export function areaIn(area: Box, height: number, gaps: readonly { y: number; rows: number }[]): Box | undefined {
  const segment = segmentsOf(height, gaps).find(({ top, rows }) => area.y >= top && area.y < top + rows);
  return segment && { ...area, y: segment.from + area.y - segment.top };
}
