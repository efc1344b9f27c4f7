import type { PageElement, PageRecord } from '../../capture/page-record.ts';

/**
 * Share of the earlier page's elements that the later page has, 0–1, by tag, id and classes. Texts
 * do not count, so that a translated or edited page is the same page.
 */
export function pageOverlap(
  { elements: before }: Pick<PageRecord, 'elements'>,
  { elements: after }: Pick<PageRecord, 'elements'>,
): number {
  if (before.length === 0) return after.length === 0 ? 1 : 0;
  const left = new Map<string, number>();
  for (const element of after) left.set(keyOf(element), (left.get(keyOf(element)) ?? 0) + 1);
  const shared = before.filter((element) => {
    const count = left.get(keyOf(element)) ?? 0;
    left.set(keyOf(element), count - 1);
    return count > 0;
  });
  return shared.length / before.length;
}

const keyOf = ({ tag, id, classes }: PageElement): string => [tag, id, ...classes].join('\n');
