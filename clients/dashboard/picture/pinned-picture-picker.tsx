import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Box, partOf } from './pinned-picture.tsx';
import classes from './pinned-picture-picker.module.css';

/** Point of a picture, CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

interface Props {
  size: { width: number; height: number };
  /** Instruction for screen readers. */
  label: string;
  /** Element at a point, with its text for screen readers. */
  find(point: Point): { box: Box; text: string } | undefined;
  onPick(point: Point): void;
}

/** Distance of a step by key, CSS pixels. */
const STEP = 24;

/**
 * Layer on which a point of the picture is chosen, by pointer or by arrow keys and Enter. The
 * element there is outlined.
 */
export function PinnedPicturePicker({ size, label, find, onPick }: Props) {
  const layer = useRef<HTMLButtonElement>(null);
  const cross = useRef<HTMLSpanElement>(null);
  const [point, setPoint] = useState<Point>();
  const [isByKey, setByKey] = useState(false);
  useEffect(() => layer.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (isByKey && point) cross.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isByKey, point]);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = (layer.current as HTMLElement).getBoundingClientRect();
    return within({ x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height }, size);
  };
  function follow(event: PointerEvent): void {
    setByKey(false);
    setPoint(pointOf(event));
  }
  function step(event: KeyboardEvent): void {
    const [x, y] = DIRECTIONS[event.key] ?? [0, 0];
    if (x === 0 && y === 0) return;
    event.preventDefault();
    const from = point ?? { x: size.width / 2, y: visibleMiddle(layer.current, size.height) };
    setByKey(true);
    setPoint(within({ x: from.x + x * STEP, y: from.y + y * STEP }, size));
  }
  const element = point && find(point);
  return (
    <>
      <button
        ref={layer}
        type="button"
        className={classes.layer}
        aria-label={label}
        onPointerMove={follow}
        onPointerLeave={() => setPoint(undefined)}
        onKeyDown={step}
        onClick={(event) => {
          // A click by Enter has no position.
          const chosen = event.detail === 0 ? point : pointOf(event);
          if (chosen) onPick(chosen);
        }}
      />
      {element && <span className={classes.outline} style={partOf(element.box, size)} />}
      {isByKey && point && (
        <span
          ref={cross}
          className={classes.cross}
          style={{ left: `${(point.x / size.width) * 100}%`, top: `${(point.y / size.height) * 100}%` }}
        />
      )}
      <span role="status" className={classes.hidden}>
        {isByKey && element ? element.text : ''}
      </span>
    </>
  );
}

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = ({ x, y }: Point, { width, height }: { width: number; height: number }): Point => ({
  x: Math.max(0, Math.min(x, width - 1)),
  y: Math.max(0, Math.min(y, height - 1)),
});

/** Middle of the visible part of the picture, CSS pixels from its top. */
function visibleMiddle(element: HTMLElement | null, height: number): number {
  const box = element?.getBoundingClientRect();
  if (!box) return 0;
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  return (((top + bottom) / 2 - box.top) / box.height) * height;
}
