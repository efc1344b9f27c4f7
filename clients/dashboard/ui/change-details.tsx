import { Fragment } from 'react';
import { useApp } from '../app-context.ts';
import classes from './change-details.module.css';
import { type ChangedElement, detailsOf } from './change-text.ts';

/** Changed properties of an element, each with its two values. */
export function ChangeDetails({ element }: { element: ChangedElement }) {
  const { messages } = useApp();
  return detailsOf(element, messages).map((detail) => <Property key={detail.text} detail={detail} />);
}

function Property({ detail: { text, before, after, isColor } }: { detail: ReturnType<typeof detailsOf>[number] }) {
  if (before === undefined || after === undefined) return <span className={classes.property}>{text}</span>;
  return (
    <span className={classes.property}>
      {text} <Value value={before} isColor={isColor} /> → <Value value={after} isColor={isColor} />
    </span>
  );
}

function Value({ value, isColor }: { value: string; isColor: boolean | undefined }) {
  if (!isColor) return <span className={classes.value}>{value}</span>;
  return (
    <span className={classes.value}>
      {value.split(/ (?![^(]*\))/).map((color, side) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several sides of a border may be equal
        <Fragment key={side}>
          {side > 0 && ' '}
          {/* A line never ends between the color and what names it. */}
          <span className={classes.color}>
            <span className={classes.swatch} style={{ backgroundColor: color }} />
            {color}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
