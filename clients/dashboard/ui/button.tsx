import type { ButtonHTMLAttributes, ReactNode } from 'react';
import classes from './button.module.css';

type Kind = 'plain' | 'primary' | 'quiet' | 'danger';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind;
  children: ReactNode;
}

export function Button({ kind = 'plain', type = 'button', className, ...rest }: Props) {
  return <button type={type} className={buttonClass(kind, className)} {...rest} />;
}

/** Class names of a button, for links that look like one. */
export const buttonClass = (kind: Kind, more = ''): string => `${classes.button} ${classes[kind]} ${more}`;
