import type { PointerEvent } from 'react';
import type { ComparisonViewFragment } from '../graphql-types.generated.ts';
import type { ViewController } from '../picture/view-controller.ts';
import { keyOf } from './change-list.tsx';
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
      {regions.map((region, index) => (
        <span
          key={keyOf(region)}
          className={classes.mark}
          data-kind={region.kind}
          data-selected={index === selected}
          style={{ top: `${(100 * region.y) / height}%`, height: `${(100 * region.height) / height}%` }}
        />
      ))}
      <span className={classes.window} />
    </div>
  );
}
