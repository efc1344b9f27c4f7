import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import { Mark } from '../ui/mark.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './sidebar.module.css';

export function Sidebar() {
  const { messages } = useApp();
  const { viewer } = useShell();
  const navigate = useNavigate();
  const { projectId } = useParams({ strict: false });
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
              aria-current={id === projectId ? 'page' : undefined}
            >
              <span className={classes.name}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <AccountMenu />
    </nav>
  );
}
