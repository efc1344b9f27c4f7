import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react';
import classes from './field.module.css';

/** Errors of a form by the names of its fields. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

interface Frame {
  label: string;
  hint?: ReactNode;
}

/** Text field with its label. */
export function Field({ label, hint, ...rest }: Frame & InputHTMLAttributes<HTMLInputElement>) {
  const { id, frame, control } = useFrame(label, hint, rest.name);
  return frame(<input id={id} className={classes.input} {...control} {...rest} />);
}

/** Text field of several lines with its label. */
export function TextArea({ label, hint, ...rest }: Frame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, frame, control } = useFrame(label, hint, rest.name);
  return frame(<textarea id={id} rows={3} className={classes.area} {...control} {...rest} />);
}

/** List of values with its label. */
export function SelectField({
  label,
  hint,
  options,
  ...rest
}: Frame & SelectHTMLAttributes<HTMLSelectElement> & { options: readonly (readonly [value: string, text: string])[] }) {
  const { id, frame, control } = useFrame(label, hint, rest.name);
  return frame(
    <select id={id} className={classes.input} {...control} {...rest}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>,
  );
}

/** Box to tick, with its label beside it. */
export function CheckField({ label, hint, ...rest }: Frame & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={classes.check}>
      <input id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Boxes with the same name; any number of them can be ticked. */
export function CheckList({
  legend,
  name,
  options,
  chosen,
  hint,
}: {
  legend: string;
  name: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: readonly string[];
  hint?: ReactNode;
}) {
  const error = useContext(FieldErrors)[name];
  return (
    <fieldset className={classes.list}>
      <legend>{legend}</legend>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.boxes}>
        {options.map(([value, text]) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
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

/** Label, hint and error of a control, and the attributes that connect them. */
function useFrame(label: string, hint: ReactNode, name: string | undefined) {
  const id = useId();
  const error = useContext(FieldErrors)[name ?? ''];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const frame = (control: ReactNode) => (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {control}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  );
  const control = { 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined };
  return { id, frame, control };
}
