import { Link, useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type CSSProperties, Suspense } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import { hueOf } from '../ui/avatar.tsx';
import { GuideLink } from '../ui/guide-link.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Mark } from '../ui/mark.tsx';
import { InboxLink } from './inbox-link.tsx';
import { ProjectLinks } from './project-links.tsx';
import classes from './sidebar.module.css';
import { Views } from './views.tsx';

// The page is usable before the menu is loaded.
const AccountMenu = lazyPart(() => import('./account-menu.tsx'));

export function Sidebar() {
  const { messages } = useApp();
  const { viewer } = useShell();
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
  const isBelow = useRouterState({
    select: ({ location }) =>
      /\/(board|install|pages|pages\/view.*|snapshots|compare|comparisons\/[^/]+|deployments(\/[^/]+)?)$|\/settings/.test(
        location.pathname,
      ),
  });
  const { organization, choose, can } = useOrganization();
  const [{ data }] = useQuery({
    query: ProjectsDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization,
  });

  return (
    <nav className={classes.sidebar} aria-label={messages.projects}>
      <div className={classes.head}>
        <Mark size={20} />
        {viewer.memberships.length > 1 ? (
          <select
            className={classes.organizations}
            aria-label={messages.organization}
            value={organization?.id}
            onChange={({ target }) => {
              choose(target.value);
              void navigate({ to: '/' });
            }}
          >
            {viewer.memberships.map(({ organization: { id, name } }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <span className={classes.organization}>{organization?.name ?? messages.appName}</span>
        )}
      </div>
      <InboxLink />
      <Views of={undefined} />
      <div className={classes.section}>
        <h2>{messages.projects}</h2>
        {can('project.create') && (
          <Link to="/new-project" className={classes.add} aria-label={messages.newProject} title={messages.newProject}>
            <Plus size={16} aria-hidden="true" />
          </Link>
        )}
      </div>
      <ul className={classes.projects}>
        {data?.projects?.nodes.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/projects/$projectId"
              params={{ projectId: id }}
              className={classes.project}
              activeOptions={{ exact: true }}
              aria-current={id === projectId && !isBelow ? 'page' : undefined}
            >
              <span
                className={classes.icon}
                style={{ '--hue': hueOf(name) } as CSSProperties}
                data-letter={letterOf(name)}
              />
              <span className={classes.name}>{name}</span>
            </Link>
            {id === projectId && <ProjectLinks projectId={id} />}
            <Views of={String(id)} />
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Suspense fallback={<div className={classes.account} />}>
          <AccountMenu />
        </Suspense>
        <GuideLink isIcon />
      </div>
    </nav>
  );
}

/** First letter or digit of the name of a project. */
const letterOf = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();
