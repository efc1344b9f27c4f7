import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';

export type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger';

interface Props extends ComponentProps<'button'> {
  kind?: ButtonKind;
  children: ReactNode;
}

export function Button({ kind = 'plain', type = 'button', className, ...rest }: Props) {
  return <button type={type} className={buttonClass(kind, className)} {...rest} />;
}

/** Class names of a button, for links that look like one. */
export const buttonClass = (kind: ButtonKind, more = ''): string => `${classes.button} ${classes[kind]} ${more}`;
