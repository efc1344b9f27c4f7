import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useLabels } from '../data/use-labels.ts';
import { useMembers } from '../data/use-members.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Time } from '../ui/time.tsx';
import { Files } from './files.tsx';
import { historyText } from './history-text.ts';
import classes from './replies.module.css';
import { ThreadHistoryDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

interface Props {
  annotation: Annotation;
  /** Parts below the replies. */
  children: ReactNode;
}

/**
 * Replies and changes of a comment in the order of their times. They appear once the changes are
 * read, or cannot be, so that nothing moves.
 */
export function Replies({ annotation, children }: Props) {
  const { messages, language } = useApp();
  const [{ data, error }] = useQuery({ query: ThreadHistoryDocument, variables: { id: annotation.id } });
  const members = useMembers();
  const { labels } = useLabels(annotation.projectId);
  const names = new Map([
    ...members.map(({ userId, name }) => [userId, name] as const),
    // A label that was just created is known from the comment only.
    ...[...labels, ...annotation.labels].map(({ id, name }) => [id, name] as const),
  ]);
  const nameOf = (id: string) => names.get(id);
  const replies = annotation.comments.nodes.map((reply) => ({ at: reply.createdAt, reply, change: undefined }));
  const changes = (data?.annotationHistory?.nodes ?? [])
    .filter(({ kind }) => kind !== 'comment')
    .map((change) => ({ at: change.createdAt, reply: undefined, change }));
  const entries = [...replies, ...changes].sort((a, b) => a.at.localeCompare(b.at));
  if (!data && !error) return null;
  return (
    <>
      <ol className={classes.entries}>
        {entries.map(({ at, reply, change }) =>
          reply ? (
            <li key={reply.id} className={classes.reply}>
              <Avatar name={reply.author.name ?? messages.visitor} />
              <div className={reply.visibility === 'internal' ? classes.internal : classes.public}>
                <p className={classes.head}>
                  <strong>{reply.author.name ?? messages.visitor}</strong>
                  <span>
                    <Time at={at} language={language} /> ·{' '}
                    {reply.visibility === 'internal' ? messages.internal : messages.public}
                  </span>
                </p>
                <p className={classes.text}>{reply.content}</p>
                <Files annotationId={annotation.id} authorId={reply.author.id} files={reply.attachments} />
              </div>
            </li>
          ) : (
            <li key={change?.id} className={classes.change}>
              {change && historyText(change, messages, nameOf, language)} · <Time at={at} language={language} />
            </li>
          ),
        )}
      </ol>
      {children}
    </>
  );
}
