import type { AnnotationFilter } from '../graphql-types.generated.ts';
import { type ListSearch, listSearch } from './list-search.ts';

export const INBOX_TABS = ['notifications', 'mine', 'mentions', 'watching', 'unread', 'snoozed', 'everything'] as const;
export type InboxTab = (typeof INBOX_TABS)[number];

/** State of the inbox in the address. */
export interface InboxSearch extends ListSearch {
  /** Default: notifications. */
  tab?: InboxTab;
}

/** Reads the state of the inbox from the search parameters; drops unknown values. */
export function inboxSearch(search: Record<string, unknown>): InboxSearch {
  const tab = INBOX_TABS.find((known) => known === search.tab);
  return { ...listSearch(search), ...(tab && { tab }) };
}

/**
 * Filter of a tab.
 *
 * @param me user id of the reader
 */
export function tabFilter(tab: InboxTab, me: string): AnnotationFilter {
  switch (tab) {
    case 'mine':
      return { assigneeIds: [me] };
    case 'mentions':
      return { mentionsMe: true };
    case 'watching':
      return { watchedByMe: true };
    case 'unread':
      return { unread: true };
    case 'snoozed':
      return { snoozed: true };
    default:
      return {};
  }
}
