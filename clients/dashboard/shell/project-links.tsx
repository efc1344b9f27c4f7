import { Link } from '@tanstack/react-router';
import { CodeXml, Files, Images, Rocket, Settings, SquareKanban } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import classes from './sidebar.module.css';

/** Further screens of the open project, below it in the sidebar. */
export function ProjectLinks({ projectId }: { projectId: string }) {
  const { messages } = useApp();
  const { can } = useOrganization();
  const link = {
    params: { projectId },
    className: `${classes.project} ${classes.sub}`,
    activeProps: { 'aria-current': 'page' as const },
  };
  return (
    <>
      {can('snapshot.read') && (
        <Link to="/projects/$projectId/pages" {...link}>
          <Files size={14} aria-hidden="true" />
          <span className={classes.name}>{messages.pages}</span>
        </Link>
      )}
      <Link to="/projects/$projectId/board" {...link}>
        <SquareKanban size={14} aria-hidden="true" />
        <span className={classes.name}>{messages.board}</span>
      </Link>
      {can('snapshot.read') && (
        <Link to="/projects/$projectId/snapshots" {...link}>
          <Images size={14} aria-hidden="true" />
          <span className={classes.name}>{messages.snapshots}</span>
        </Link>
      )}
      <Link to="/projects/$projectId/deployments" {...link}>
        <Rocket size={14} aria-hidden="true" />
        <span className={classes.name}>{messages.deployments}</span>
      </Link>
      {can('project.create') && (
        <Link to="/projects/$projectId/install" {...link}>
          <CodeXml size={14} aria-hidden="true" />
          <span className={classes.name}>{messages.installTitle}</span>
        </Link>
      )}
      <Link to="/projects/$projectId/settings" {...link}>
        <Settings size={14} aria-hidden="true" />
        <span className={classes.name}>{messages.settings}</span>
      </Link>
    </>
  );
}
