import classes from './label-chip.module.css';

/** Name of a label beside its color. */
export function LabelChip({ label }: { label: { name: string; color: string } }) {
  return (
    <span className={classes.chip}>
      <span className={classes.dot} style={{ background: label.color }} />
      <span className={classes.name}>{label.name}</span>
    </span>
  );
}
