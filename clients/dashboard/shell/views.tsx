import { Link } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useViews } from '../data/use-views.ts';
import classes from './sidebar.module.css';

/** Saved views in the sidebar: personal ones and those of the team. */
export function Views() {
  const { messages } = useApp();
  const views = useViews();
  if (views.length === 0) return null;
  return (
    <>
      <div className={classes.section}>
        <h2>{messages.views}</h2>
      </div>
      <ul className={classes.views}>
        {views.map(({ id, name, projectId, search, isShared }) => {
          const inside = (
            <>
              <Bookmark size={14} aria-hidden="true" />
              <span className={classes.name}>{name}</span>
            </>
          );
          const link = {
            className: classes.project,
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
    </>
  );
}
