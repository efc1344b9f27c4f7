import type { AnnotationFilter } from './annotation-filter.ts';

/** Parts of the work list that concern the reader. */
export const INBOXES = ['mine', 'mentions', 'watching', 'unread', 'snoozed'] as const;

export type Inbox = (typeof INBOXES)[number];

/** Filter of an inbox. */
export const filterOfInbox = (inbox: Inbox, userId: string): AnnotationFilter =>
  ({
    mine: { assigneeIds: [userId] },
    mentions: { mentionsMe: true },
    watching: { watchedByMe: true },
    unread: { unread: true },
    snoozed: { snoozed: true },
  })[inbox];
