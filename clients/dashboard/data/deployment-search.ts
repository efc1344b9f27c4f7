/**
 * Groups of a deployment's report: comments by the effect on them, and changes that no comment
 * names. A person judges `judge`.
 */
export const REPORT_GROUPS = ['met', 'judge', 'returned', 'other'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** State of a deployment's report in the address. */
export interface ReportSearch {
  /** The only group that is shown. */
  show?: ReportGroup;
  /** Selected item: id of an annotation or of a change. */
  item?: string;
}

/** Filter of the list of deployments in the address: the id of an environment. */
export function deploymentsSearch({ environment }: Record<string, unknown>): { environment?: string } {
  return typeof environment === 'string' && environment ? { environment } : {};
}

/** Reads the state of a report from the search parameters; drops invalid values. */
export function reportSearch(search: Record<string, unknown>): ReportSearch {
  const show = REPORT_GROUPS.find((known) => known === search.show);
  const { item } = search;
  return { ...(show && { show }), ...(typeof item === 'string' && item && { item }) };
}
