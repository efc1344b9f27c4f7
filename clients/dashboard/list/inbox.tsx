import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { INBOX_TABS, type InboxSearch, type InboxTab, tabFilter } from '../data/inbox-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import { buttonClass } from '../ui/button.tsx';
import { FadingNav } from '../ui/fading-nav.tsx';
import { Notice } from '../ui/notice.tsx';
import { Feed } from './feed.tsx';
import classes from './inbox.module.css';
import workList from './work-list.module.css';
import { WorkList } from './work-list.tsx';

/** Work of the reader over all projects of the organization. */
export function Inbox() {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { organization } = useOrganization();
  const { tab = 'notifications', ...search } = useSearch({ from: '/shell/inbox' });
  const navigate = useNavigate();
  const organizationId = organization?.id ?? '';
  const [{ data }] = useQuery({ query: ProjectsDocument, variables: { organizationId }, pause: !organization });
  const projectNames = useMemo(() => new Map(data?.projects?.nodes.map(({ id, name }) => [id, name] as const)), [data]);
  const scope = useMemo(() => ({ organizationId }), [organizationId]);
  const extra = useMemo(() => tabFilter(tab, viewer.id), [tab, viewer.id]);
  const open = useCallback(
    (annotationId: string | undefined) => {
      const keepSearch = { search: (previous: InboxSearch) => previous, replace: true };
      if (!annotationId) return void navigate({ to: '/inbox', ...keepSearch });
      return void navigate({ to: '/inbox/comments/$annotationId', params: { annotationId }, ...keepSearch });
    },
    [navigate],
  );
  if (!organization) return null;
  const head = <Tabs current={tab} />;
  return (
    <>
      <h1 className={workList.hidden}>{messages.inbox}</h1>
      <title>{`${messages.inbox} · ${messages.appName}`}</title>
      {tab === 'notifications' ? (
        <Feed head={head} organizationId={organizationId} open={open} />
      ) : (
        <WorkList
          key={tab}
          scope={scope}
          extra={extra}
          projectNames={projectNames}
          search={search}
          head={head}
          empty={<Empty tab={tab} />}
          open={open}
          onSearch={(next) => void navigate({ to: '.', search: { ...next, tab }, replace: true })}
        />
      )}
    </>
  );
}

const TAB_NAMES = {
  notifications: 'notifications',
  mine: 'mine',
  mentions: 'mentions',
  watching: 'watched',
  unread: 'unread',
  snoozed: 'snoozedTab',
  everything: 'everything',
} as const satisfies Record<InboxTab, string>;

/** Texts of a tab without comments: its title, and the next step. */
const EMPTY_TEXTS = {
  mine: ['noneMine', 'noneMineHint'],
  mentions: ['noneMentions', 'noneMentionsHint'],
  watching: ['noneWatched', 'noneWatchedHint'],
  unread: ['noneUnread', 'noneUnreadHint'],
  snoozed: ['noneSnoozed', 'noneSnoozedHint'],
  everything: ['noComments', 'noCommentsHint'],
} as const satisfies Record<Exclude<InboxTab, 'notifications'>, readonly [string, string]>;

function Empty({ tab }: { tab: keyof typeof EMPTY_TEXTS }) {
  const { messages } = useApp();
  const [title, hint] = EMPTY_TEXTS[tab];
  return (
    <Notice title={messages[title]}>
      <p>{messages[hint]}</p>
      {tab === 'everything' ? (
        <Link to="/" className={buttonClass('primary')}>
          {messages.toProjects}
        </Link>
      ) : (
        <Link to="/inbox" search={{ tab: 'everything' }} className={buttonClass('plain')}>
          {messages.showEverything}
        </Link>
      )}
    </Notice>
  );
}

function Tabs({ current }: { current: InboxTab }) {
  const { messages } = useApp();
  return (
    <div className={classes.head}>
      {/* The heading of the screen is there while a narrow window has the thread only. */}
      <p className={classes.title} aria-hidden="true">
        {messages.inbox}
      </p>
      <FadingNav label={messages.inbox} current={current} className={classes.tabs}>
        {INBOX_TABS.map((tab) => (
          <Link
            key={tab}
            to="/inbox"
            search={tab === 'notifications' ? {} : { tab }}
            className={classes.tab}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={tab === current ? 'page' : undefined}
          >
            {messages[TAB_NAMES[tab]]}
          </Link>
        ))}
      </FadingNav>
    </div>
  );
}
