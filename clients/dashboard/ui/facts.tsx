import { Children, type ReactNode } from 'react';
import classes from './facts.module.css';

/** Facts on a line, with dots between them; a line that wraps neither ends nor begins with one. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <span className={classes.facts}>
      <span className={classes.items}>
        {Children.toArray(children).map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a line keep their places
          <span key={index}>{fact}</span>
        ))}
      </span>
    </span>
  );
}
