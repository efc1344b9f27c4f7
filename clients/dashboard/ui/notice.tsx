import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface Props {
  title: string;
  /** Whether it is the whole screen, not a pane of one. */
  isScreen?: boolean;
  children?: ReactNode;
}

/** Centered message of a pane that has nothing to show, with what to do. */
export function Notice({ title, isScreen, children }: Props) {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className={classes.notice}>
      {title && <Heading className={classes.title}>{title}</Heading>}
      {children}
    </div>
  );
}
