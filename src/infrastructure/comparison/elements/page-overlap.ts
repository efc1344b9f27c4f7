import type { PageElement, PageRecord } from '../../capture/page-record.ts';

/**
 * Share of the earlier page's elements that the later page has, 0–1, by tag, id and classes, or by
 * text: an edited or translated page is the same page, and so is one whose elements were renamed.
 */
export function pageOverlap(
  { elements: before }: Pick<PageRecord, 'elements'>,
  { elements: after }: Pick<PageRecord, 'elements'>,
): number {
  if (before.length === 0) return after.length === 0 ? 1 : 0;
  const texts = new Set(after.map(({ text }) => text));
  const left = new Map<string, number>();
  for (const element of after) left.set(keyOf(element), (left.get(keyOf(element)) ?? 0) + 1);
  const shared = before.filter((element) => {
    const count = left.get(keyOf(element)) ?? 0;
    left.set(keyOf(element), count - 1);
    return count > 0 || (element.text !== '' && texts.has(element.text));
  });
  return shared.length / before.length;
}

const keyOf = ({ tag, id, classes }: PageElement): string => [tag, id, ...classes].join('\n');
