import type { PointerEvent } from 'react';
import type { ViewController } from '../picture/view-controller.ts';
import type { ComparisonViewFragment } from './comparison.generated.ts';
import classes from './minimap.module.css';

interface Props {
  comparison: ComparisonViewFragment;
  controller: ViewController;
  selected: number | undefined;
}

/** The whole height with all changes, and the part that is visible. A press or drag moves it. */
export function Minimap({ comparison, controller, selected }: Props) {
  const { regions, height } = comparison;
  const move = ({ currentTarget, buttons, clientY }: PointerEvent<HTMLElement>) => {
    if (buttons === 0) return;
    const box = currentTarget.getBoundingClientRect();
    controller.center((clientY - box.top) / box.height);
  };
  return (
    <div
      className={classes.map}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
    >
      {regions.map(({ kind, x, y, height: rows }, index) => (
        <span
          key={`${x} ${y} ${kind}`}
          className={classes.mark}
          data-kind={kind}
          data-selected={index === selected}
          style={{ top: `${(100 * y) / height}%`, height: `${(100 * rows) / height}%` }}
        />
      ))}
      <span className={classes.window} />
    </div>
  );
}
