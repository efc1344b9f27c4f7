import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import classes from './screen.module.css';

interface Props {
  title: string;
  /** Fields beside the title. */
  filters?: ReactNode;
  /** Buttons at the end of the header. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * Screen of a project: a header with filters and buttons, and the content that scrolls below it.
 */
export function Screen({ title, filters, actions, children }: Props) {
  const { messages } = useApp();
  return (
    <div className={classes.screen}>
      <title>{`${title} · ${messages.appName}`}</title>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        {filters}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
