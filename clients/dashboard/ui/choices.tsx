import { useId } from 'react';
import classes from './choices.module.css';

/** Alternatives of one line at most; more are a grid. */
const MANY = 6;

interface Props<Value extends string> {
  /** Name for screen readers. */
  legend: string;
  value: Value;
  /** Labels by value, in their order. */
  options: Record<Value, string>;
  onChange(value: Value): void;
}

/** Few alternatives side by side: radio buttons, which arrow keys move between. */
export function Choices<Value extends string>({ legend, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choices} data-many={Object.keys(options).length > MANY} aria-label={legend}>
      {(Object.entries(options) as [Value, string][]).map(([key, label]) => (
        <label key={key} className={classes.choice}>
          <input type="radio" name={name} checked={key === value} onChange={() => onChange(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
