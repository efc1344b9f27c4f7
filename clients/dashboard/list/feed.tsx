import { Link, Outlet, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { NeighborsContext } from '../data/neighbors.ts';
import { FeedDocument, MarkReadDocument } from '../data/notifications.generated.ts';
import { cropOf, useCrops } from '../data/use-crops.ts';
import type { FeedQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useKeys } from '../keys/use-keys.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ElementCrop } from '../ui/element-crop.tsx';
import { Notice } from '../ui/notice.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import classes from './feed.module.css';
import list from './work-list.module.css';

type Notification = NonNullable<FeedQuery['notifications']>['nodes'][number];

/** Notifications fetched at first, and at most. */
const FIRST = 100;
const MOST = 500;

interface Props {
  head: ReactNode;
  organizationId: string;
  open(annotationId: string | undefined): void;
}

/**
 * Notifications beside the open thread: the latest one of each thread, those that were read too.
 */
export function Feed({ head, organizationId, open }: Props) {
  const { messages } = useApp();
  const { annotationId: selected } = useParams({ strict: false });
  const [first, setFirst] = useState(FIRST);
  const [{ data, error }] = useQuery({ query: FeedDocument, variables: { organizationId, first, crops: useCrops() } });
  const [, markRead] = useMutation(MarkReadDocument);
  const nodes = data?.notifications?.nodes;
  const items = useMemo(() => latestOfThreads(nodes ?? []), [nodes]);

  const ids = items.flatMap(({ annotationId }) => (annotationId ? [annotationId] : []));
  const neighborOf = (id: string | undefined, step: 1 | -1) => {
    const index = id ? ids.indexOf(id) : -1;
    return ids[index < 0 ? 0 : index + step];
  };
  const neighbors = {
    openNext: (id: string) => open(neighborOf(id, 1) ?? neighborOf(id, -1)),
    close: () => open(undefined),
  };
  const move = (step: 1 | -1) => {
    const target = neighborOf(selected, step);
    if (target) open(target);
  };
  useKeys({ next: () => move(1), previous: () => move(-1), back: neighbors.close });

  return (
    <NeighborsContext value={neighbors}>
      <div className={list.split} data-thread={selected ? 'open' : 'closed'}>
        <section className={list.list} aria-label={messages.inbox}>
          {head}
          {items.some(({ readAt }) => !readAt) && (
            <div className={classes.actions}>
              <Button kind="quiet" onClick={() => void markRead({ organizationId })}>
                {messages.markAllRead}
              </Button>
            </div>
          )}
          {!nodes && (error ? <Failure because={error} /> : <Pending />)}
          {nodes?.length === 0 && (
            <Notice title={messages.noNotifications}>
              <p>{messages.noNotificationsHint}</p>
              <Link to="/inbox" search={{ tab: 'everything' }} className={buttonClass('plain')}>
                {messages.showEverything}
              </Link>
            </Notice>
          )}
          {items.length > 0 && (
            <ol className={classes.items}>
              {items.map((notification) => (
                <li key={notification.id}>
                  <Item notification={notification} isSelected={notification.annotationId === selected} />
                </li>
              ))}
              {data?.notifications?.pageInfo.hasNextPage && first < MOST && (
                <li>
                  <Button kind="quiet" onClick={() => setFirst(first + FIRST)}>
                    {messages.showMore}
                  </Button>
                </li>
              )}
            </ol>
          )}
        </section>
        <section className={list.thread}>{(selected || nodes?.length !== 0) && <Outlet />}</section>
      </div>
    </NeighborsContext>
  );
}

function Item({ notification, isSelected }: { notification: Notification; isSelected: boolean }) {
  const { messages, language } = useApp();
  const {
    kind,
    annotation,
    annotationId,
    deploymentId,
    projectId,
    projectName,
    number,
    excerpt,
    actorName,
    createdAt,
    readAt,
  } = notification;
  const unknown = kind === 'annotation' || kind === 'reply' ? messages.visitor : messages.someone;
  const link = {
    className: classes.item,
    'data-unread': readAt === null,
    'aria-current': isSelected ? ('true' as const) : undefined,
  };
  const inside = (
    <>
      {annotation && <ElementCrop url={cropOf(annotation)} status={annotation.status} />}
      <span className={classes.head}>
        <span className={classes.what}>
          {number !== null && `#${number} · `}
          {fill(messages[KIND_TEXTS[kind]], { name: actorName ?? unknown })}
        </span>
        <Time at={createdAt} language={language} />
      </span>
      <span className={classes.text}>
        {readAt === null && <span className={classes.dot} role="img" aria-label={messages.unread} />}
        {excerpt ?? projectName}
      </span>
      {excerpt !== null && <span className={classes.project}>{projectName}</span>}
    </>
  );
  if (deploymentId) {
    return (
      <Link to="/projects/$projectId/deployments/$deploymentId" params={{ projectId, deploymentId }} {...link}>
        {inside}
      </Link>
    );
  }
  if (!annotationId) {
    return (
      <Link to="/projects/$projectId" params={{ projectId }} {...link}>
        {inside}
      </Link>
    );
  }
  return (
    <Link to="/inbox/comments/$annotationId" params={{ annotationId }} search={(previous) => previous} {...link}>
      {inside}
    </Link>
  );
}

const KIND_TEXTS = {
  annotation: 'notifiedAnnotation',
  reply: 'notifiedReply',
  mention: 'notifiedMention',
  assignment: 'notifiedAssignment',
  status: 'notifiedStatus',
  reopened: 'notifiedReopened',
  regressed: 'notifiedRegressed',
  proof: 'notifiedProof',
  own_proof: 'notifiedProof',
  deployment: 'notifiedDeployment',
  due: 'notifiedDue',
  import: 'notifiedImport',
} as const satisfies Record<Notification['kind'], string>;

/** The latest notification of each thread; unread if any of the thread's is. */
function latestOfThreads(notifications: readonly Notification[]): Notification[] {
  const latest = new Map<string, Notification>();
  for (const notification of notifications) {
    const key = notification.annotationId ?? notification.id;
    const known = latest.get(key);
    if (!known) latest.set(key, notification);
    else if (!notification.readAt) latest.set(key, { ...known, readAt: null });
  }
  return [...latest.values()];
}
