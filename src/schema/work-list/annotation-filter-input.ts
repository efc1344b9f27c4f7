import { AnchorStateEnum, AnnotationSourceEnum, AnnotationStatusEnum } from '../annotations/annotation-shared-types.ts';
import { builder } from '../builder.ts';
import { PriorityEnum, ResolutionEnum } from './triage-types.ts';

/** Filter of the work list; validated by src/resolvers/core/work-list/annotation-filter.ts. */
export const AnnotationFilterInput = builder.inputType('AnnotationFilter', {
  description:
    'Annotations that match every given member; of a list, any item. Lists have 1–100 items. IDs of other organizations ' +
    'match nothing.',
  fields: (t) => ({
    text: t.string({
      description:
        'Words of the text, the public or readable replies, the address of the page or the name of the author, at most ' +
        '200 characters. Every word must occur, or be the start of a word. `#12` finds the annotation with the number.',
    }),
    numbers: t.intList({ description: 'Numbers within the project.' }),
    projectIds: t.idList({ description: 'Projects.' }),
    statuses: t.field({ type: [AnnotationStatusEnum], description: 'Statuses.' }),
    resolutions: t.field({ type: [ResolutionEnum], description: 'Reasons of resolution.' }),
    assigneeIds: t.idList({ description: 'User IDs of assigned members and service accounts.' }),
    unassigned: t.boolean({
      description: 'True: without an assignee; together with assigneeIds, those too. False: as if omitted.',
    }),
    mentionsMe: t.boolean({
      description:
        'True: mentions the authenticated user in its text, or in a reply that the user can read. False: as if omitted.',
    }),
    watchedByMe: t.boolean({ description: 'True: watched by the authenticated user. False: as if omitted.' }),
    unread: t.boolean({
      description: 'True: watched by the authenticated user, with an unread notification. False: as if omitted.',
    }),
    snoozed: t.boolean({
      description: 'True: snoozed by the authenticated user, and not back in the inbox. False: as if omitted.',
    }),
    authorIds: t.idList({ description: 'User IDs of authors.' }),
    visitorEmail: t.string({ description: 'E-mail address that a visitor left. FORBIDDEN for guests.' }),
    source: t.field({ type: AnnotationSourceEnum, description: 'Origin.' }),
    anchorStates: t.field({ type: [AnchorStateEnum], description: 'States of the connection to the element.' }),
    environmentIds: t.idList({ description: 'Environments.' }),
    pages: t.stringList({ description: 'URLs of pages, compared as in `annotations(url)`.' }),
    labelIds: t.idList({ description: 'Labels.' }),
    priorities: t.field({ type: [PriorityEnum], description: 'Priorities.' }),
    dueBefore: t.field({ type: 'Date', description: 'Due before this day; never matches without a due date.' }),
    createdAfter: t.field({ type: 'DateTime', description: 'Created after this time.' }),
    createdBefore: t.field({ type: 'DateTime', description: 'Created before this time, which is after createdAfter.' }),
    updatedAfter: t.field({
      type: 'DateTime',
      description: 'Changed after this time, as far as the reader can see: the annotation or its thread.',
    }),
    hasIssue: t.boolean({ description: 'Whether an issue in a tracker is linked. FORBIDDEN for guests.' }),
    fixedIn: t.idList({
      description:
        'Environments: the element has the accepted look in one of them, in a viewport at least, and the reported look in none.',
    }),
    notFixedIn: t.idList({ description: 'Environments: fixed in none of them in the sense of fixedIn.' }),
  }),
});
