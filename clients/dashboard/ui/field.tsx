import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import classes from './field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: ReactNode;
}

/** Text field with its label. */
export function Field({ label, hint, ...rest }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className={classes.input} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Message of a failed form. Screen readers announce it. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={classes.error}>
      {children}
    </p>
  );
}
