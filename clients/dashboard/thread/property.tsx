import type { ReactNode } from 'react';
import classes from './properties.module.css';

interface Props {
  label: string;
  isWarning?: boolean;
  children: ReactNode;
}

/** Property that is read only. */
export function Property({ label, isWarning, children }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={isWarning ? `${classes.value} ${classes.warning}` : classes.value}>{children}</dd>
    </div>
  );
}
