import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { INBOX_TABS, type InboxSearch, type InboxTab, tabFilter } from '../data/inbox-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import { FadingNav } from '../ui/fading-nav.tsx';
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
          open={open}
          onSearch={(next) => void navigate({ to: '.', search: { ...next, tab }, replace: true })}
        />
      )}
    </>
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
            {messages[tab === 'watching' ? 'watched' : tab]}
          </Link>
        ))}
      </FadingNav>
    </div>
  );
}
