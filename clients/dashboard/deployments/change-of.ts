import { segmentsOf } from '../picture/alignment.ts';
import type { Box } from '../picture/view.ts';
import type { ChangedElement } from '../ui/change-text.ts';
import type { ReportChangeFragment } from './report.generated.ts';
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
 * The element that a report shows as changed. None if the comment's own element is gone: the change
 * that the comment explains is about another one.
 */
export const changedElement = ({ verdict, change }: Pick<ReportPlace, 'verdict' | 'change'>) =>
  change && verdict?.verdict !== 'gone' ? elementOf(change) : undefined;

/** Its box on one of the pictures, pixels. */
export const changedBox = ({ verdict, change }: Pick<ReportPlace, 'verdict' | 'change'>, side: 'before' | 'after') =>
  side === 'after' && verdict?.verdict === 'gone' ? undefined : boxOf(change?.[side]);

/** An area of a comparison in one of its pictures; undefined if only the other one has its rows. */
export function areaIn(area: Box, height: number, gaps: readonly { y: number; rows: number }[]): Box | undefined {
  const segment = segmentsOf(height, gaps).find(({ top, rows }) => area.y >= top && area.y < top + rows);
  return segment && { ...area, y: segment.from + area.y - segment.top };
}
