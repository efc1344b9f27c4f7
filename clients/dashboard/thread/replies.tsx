import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useShell } from '../data/shell-context.ts';
import { useLabels } from '../data/use-labels.ts';
import { useMembers } from '../data/use-members.ts';
import type { ThreadHistoryQuery } from '../graphql-types.generated.ts';
import { Facts } from '../ui/facts.tsx';
import { Time } from '../ui/time.tsx';
import { type FormerText, FormerTexts } from './former-texts.tsx';
import { historyText } from './history-text.ts';
import classes from './replies.module.css';
import { Reply } from './reply.tsx';
import { ThreadHistoryDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

interface Props {
  annotation: Annotation;
  /** Reply that was just sent here. */
  sentId: string | undefined;
  /** Parts below the replies. */
  children: ReactNode;
}

/**
 * Replies and changes of a comment in the order of their times. They appear once the changes are
 * read, or cannot be, so that nothing moves.
 */
export function Replies({ annotation, sentId, children }: Props) {
  const { messages, language } = useApp();
  const [{ data, error }] = useQuery({ query: ThreadHistoryDocument, variables: { id: annotation.id } });
  const { viewer } = useShell();
  // The thread is read a moment later; it stays where it opened.
  const [unreadId] = useState(() => newestOfOthers(annotation, viewer.id));
  const members = useMembers();
  const { labels } = useLabels(annotation.projectId);
  const names = new Map([
    ...members.map(({ userId, name }) => [userId, name] as const),
    // A label that was just created is known from the comment only.
    ...[...labels, ...annotation.labels].map(({ id, name }) => [id, name] as const),
  ]);
  const nameOf = (id: string) => names.get(id);
  const reporter = annotation.author.name ?? messages.visitor;
  const changes = data?.annotationHistory?.nodes ?? [];
  const replies = annotation.comments.nodes.map((reply) => ({ at: reply.createdAt, reply, change: undefined }));
  const shown = changes
    .filter(({ kind, after }) => kind !== 'comment' || after === null)
    .map((change) => ({ at: change.createdAt, reply: undefined, change }));
  const entries = [...replies, ...shown].sort((a, b) => a.at.localeCompare(b.at));
  if (!data && !error) return null;
  return (
    <>
      <ol className={classes.entries}>
        {entries.map(({ at, reply, change }) =>
          reply ? (
            <Reply
              key={reply.id}
              annotationId={annotation.id}
              reply={reply}
              former={changes.flatMap((made) => formerText(made, reply.id) ?? [])}
              isSent={reply.id === sentId}
              isFirstShown={reply.id === unreadId}
            />
          ) : (
            <li key={change.id} className={classes.change}>
              <Facts>
                {historyText(change, messages, { nameOf, reporter, language })}
                <Time at={at} language={language} />
              </Facts>
              {change.kind === 'content' && (
                <FormerTexts label={messages.formerText} texts={[{ id: change.id, text: String(change.before), at }]} />
              )}
            </li>
          ),
        )}
      </ol>
      {children}
    </>
  );
}

/** Id of the newest reply of somebody else, of a thread with unread notifications. */
const newestOfOthers = ({ isUnread, comments }: Annotation, readerId: string): string | undefined =>
  isUnread ? comments.nodes.findLast(({ author }) => author.id !== readerId)?.id : undefined;

type Change = NonNullable<ThreadHistoryQuery['annotationHistory']>['nodes'][number];

/** Text of a reply before a change; undefined if it is of another reply, or was removed. */
function formerText({ id, kind, before, createdAt }: Change, replyId: string): FormerText | undefined {
  const former = (before ?? {}) as { id?: unknown; content?: unknown };
  if (kind !== 'comment' || former.id !== replyId || typeof former.content !== 'string') return undefined;
  return { id, text: former.content, at: createdAt };
}
