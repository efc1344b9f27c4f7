import { Link } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useViews } from '../data/use-views.ts';
import classes from './sidebar.module.css';

/**
 * Saved views in the sidebar, personal ones and those of the team: below their project, or those of
 * several projects.
 */
export function Views({ of }: { of: string | undefined }) {
  const { messages } = useApp();
  const views = useViews().filter(({ projectId }) => projectId === of);
  if (views.length === 0) return null;
  return (
    <ul className={classes.views} aria-label={messages.views}>
      {views.map(({ id, name, projectId, search, isShared }) => {
        const inside = (
          <>
            <Bookmark size={14} aria-hidden="true" />
            <span className={classes.name}>{name}</span>
          </>
        );
        const link = {
          className: `${classes.project} ${classes.sub}`,
          title: isShared ? messages.viewShared : messages.viewPersonal,
          activeOptions: { exact: true, includeSearch: true },
          activeProps: { 'aria-current': 'page' as const },
        };
        return (
          <li key={id}>
            {projectId ? (
              <Link to="/projects/$projectId" params={{ projectId }} search={search} {...link}>
                {inside}
              </Link>
            ) : (
              <Link to="/inbox" search={{ ...search, tab: 'everything' }} {...link}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
