import type { CountsQuery } from '../graphql-types.generated.ts';

type Count = NonNullable<CountsQuery['annotationCounts']>[number];

/** Number of comments; `10,000+` for a count that stopped there. */
export function countText(count: Count | undefined, language: string): string {
  const text = (count?.count ?? 0).toLocaleString(language);
  return count?.isExact === false ? `${text}+` : text;
}
