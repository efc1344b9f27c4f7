import { useParams } from '@tanstack/react-router';
import { Suspense, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useNeighbors } from '../data/neighbors.ts';
import { useOrganization } from '../data/organization.ts';
import { useLivePlace } from '../data/places.ts';
import { useMarkRead } from '../data/use-unread.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Claim } from '../ui/claim.tsx';
import { Facts } from '../ui/facts.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Missing, Pending } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { Content } from './content.tsx';
import { Environments } from './environments.tsx';
import { Files } from './files.tsx';
import { Properties } from './properties.tsx';
import { Replies } from './replies.tsx';
import { ThreadDocument } from './thread.generated.ts';
import classes from './thread.module.css';
import { ThreadHeader } from './thread-header.tsx';
import { ThreadPicture } from './thread-picture.tsx';
import { useThreadActions } from './use-thread-actions.ts';

// The comment is readable before its history is loaded.
const Candidates = lazyPart(() => import('./candidates.tsx'));
const Evidence = lazyPart(() => import('./evidence.tsx'));
const ElementHistory = lazyPart(() => import('./element-history.tsx'));

/** One comment with its picture, its replies and its properties. */
export function Thread() {
  const { messages, language } = useApp();
  const { annotationId = '' } = useParams({ strict: false });
  const [{ data, error }] = useQuery({ query: ThreadDocument, variables: { id: annotationId } });
  const composer = useRef<ComposerHandle>(null);
  const assignee = useRef<HTMLSelectElement>(null);
  const labels = useRef<HTMLButtonElement>(null);
  const [sentId, setSentId] = useState<string>();
  const neighbors = useNeighbors();
  const { can, isGuest } = useOrganization();
  const annotation = data?.annotation?.id === annotationId ? data.annotation : undefined;
  const actions = useThreadActions(annotation);
  const live = useLivePlace(annotationId);
  useMarkRead(annotation?.id);
  useKeys({
    reply: () => composer.current?.write('public'),
    note: () => composer.current?.write('internal'),
    resolveNext: actions.resolveAndOpenNext,
    snooze: actions.snoozeAndOpenNext,
    setOpen: () => actions.setStatus('open'),
    setInProgress: () => actions.setStatus('in_progress'),
    setResolved: () => actions.setStatus('resolved'),
    assign: () => assignee.current?.focus(),
    label: () => labels.current?.click(),
  });

  if (!annotation) return error || (data && !data.annotation) ? <Missing /> : <Pending />;
  const { number, content, author, createdAt, environment } = annotation;
  return (
    <article className={classes.thread} aria-label={`#${number}`} key={annotation.id}>
      <title>{`#${number} ${content.slice(0, 60)} · ${messages.appName}`}</title>
      <ThreadHeader annotation={annotation} actions={actions} onBack={neighbors.close} />
      <div className={classes.columns}>
        <div className={classes.conversation}>
          <div className={classes.scroller}>
            <ThreadPicture annotation={annotation} />
            {annotation.anchor.state === 'moved' && !live && (
              <Suspense>
                <Candidates id={String(annotation.id)} projectId={String(annotation.projectId)} />
              </Suspense>
            )}
            <Content annotation={annotation} />
            <p className={classes.author}>
              <Facts>
                {author.name ?? messages.visitor}
                {author.email}
                {environment?.name}
                <Time at={createdAt} language={language} />
              </Facts>
            </p>
            <Claim claim={annotation.claim} className={classes.claim} />
            <Files annotationId={annotation.id} authorId={author.id} files={annotation.attachments} />
            <Replies annotation={annotation} sentId={sentId}>
              <Suspense>
                <ElementHistory
                  id={String(annotation.id)}
                  projectId={String(annotation.projectId)}
                  isOrphan={annotation.anchor.state === 'orphaned'}
                />
              </Suspense>
            </Replies>
          </div>
          {can('comment.create') && (
            <Composer ref={composer} annotation={annotation} isPublicOnly={isGuest} onSent={setSentId} />
          )}
        </div>
        <aside className={classes.side}>
          <Properties annotation={annotation} actions={actions} assigneeField={assignee} labelsField={labels} />
          <Environments annotation={annotation} />
          <Suspense>
            <Evidence annotation={annotation} />
          </Suspense>
        </aside>
      </div>
    </article>
  );
}
