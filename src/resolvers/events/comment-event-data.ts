import type { CommentEventData } from '../platform/events/event-types.ts';

/** The data of comment.created and comment.resolved, as the JSON that is stored and later signed. */
export const commentEventData = (comment: CommentEventData['comment'], projectId: string): string =>
  JSON.stringify({ comment, project: { id: projectId } } satisfies CommentEventData);
