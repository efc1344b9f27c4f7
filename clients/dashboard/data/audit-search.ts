/** Filter of the audit trail in the address. */
export interface AuditSearch {
  /** Name of an action. */
  action?: string;
  /** User id. */
  actor?: string;
  /** Days, `yyyy-mm-dd`. */
  from?: string;
  to?: string;
}

/** Reads the filter from the search parameters; drops values that are not texts. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const names = ['action', 'actor', 'from', 'to'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}
