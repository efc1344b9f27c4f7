import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { isFiltered, type ListSearch, without } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Button, buttonClass } from './button.tsx';
import classes from './empty-list.module.css';
import { Notice } from './notice.tsx';

interface Props {
  /** Absent for a list of several projects. */
  projectId: string | undefined;
  search: ListSearch;
  onSearch(search: ListSearch): void;
}

/** Says why a list of comments is empty, and leads to the first one or to all. */
export function EmptyList({ projectId, search, onSearch }: Props) {
  const { messages } = useApp();
  if (isFiltered(search)) {
    return (
      <Notice title={messages.noMatches}>
        <Button onClick={() => onSearch(without(search))}>{messages.clearFilters}</Button>
      </Notice>
    );
  }
  return (
    <Notice title={messages.noComments}>
      {projectId ? <FirstComment projectId={projectId} /> : <p>{messages.noCommentsHint}</p>}
    </Notice>
  );
}

/** Leads to the site, where the first comment is written, or to its script. */
function FirstComment({ projectId }: { projectId: string }) {
  const { messages } = useApp();
  const { can } = useOrganization();
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const site = data?.environments?.nodes[0]?.url;
  if (!data) return null;
  return (
    <>
      <p>{site || !can('project.create') ? messages.noCommentsInProject : messages.noCommentsNoSite}</p>
      <div className={classes.first}>
        {site && (
          <a href={site} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
            {fill(messages.openThere, { there: new URL(site).host })}
            <ExternalLink size={14} aria-hidden="true" />
          </a>
        )}
        {can('project.create') && (
          <Link
            to="/projects/$projectId/install"
            params={{ projectId }}
            className={buttonClass(site ? 'plain' : 'primary')}
          >
            {messages.installTitle}
          </Link>
        )}
      </div>
    </>
  );
}
