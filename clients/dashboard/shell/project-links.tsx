import { Link } from '@tanstack/react-router';
import { SquareKanban } from 'lucide-react';
import { useApp } from '../app-context.ts';
import classes from './sidebar.module.css';

/** Further screens of the open project, below it in the sidebar. */
export function ProjectLinks({ projectId }: { projectId: string }) {
  const { messages } = useApp();
  return (
    <Link
      to="/projects/$projectId/board"
      params={{ projectId }}
      className={`${classes.project} ${classes.sub}`}
      activeProps={{ 'aria-current': 'page' }}
    >
      <SquareKanban size={14} aria-hidden="true" />
      <span className={classes.name}>{messages.board}</span>
    </Link>
  );
}
