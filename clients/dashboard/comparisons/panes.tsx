import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import type { Mode } from '../data/comparison-search.ts';
import type { ComparisonViewFragment, SnapshotCardFragment } from '../graphql-types.generated.ts';
import { AlignedPicture } from '../picture/aligned-picture.tsx';
import { keyOf } from './change-list.tsx';
import classes from './panes.module.css';

interface Props {
  comparison: ComparisonViewFragment;
  before: SnapshotCardFragment;
  after: SnapshotCardFragment;
  mode: Mode;
  selected: number | undefined;
  hovered: number | undefined;
  /** Place of the swipe's divider, percent of the width; opacity of the onion skin. */
  split: number;
  element: RefObject<HTMLDivElement | null>;
  onSelect(index: number): void;
  onHover(index: number | undefined): void;
  onSplit(percent: number): void;
}

/**
 * The pictures in panes, side by side or one over the other. All modes show the same elements, so
 * that switching loads nothing.
 */
export function Panes({ comparison, before, after, mode, split, element, onSplit, ...marks }: Props) {
  const { messages } = useApp();
  const { shifts, diffImageUrl } = comparison;
  const [isBroken, setBroken] = useState(false);
  const [hasDifference, setHasDifference] = useState(mode === 'difference');
  useEffect(() => {
    // The service draws the image at its first request.
    if (mode === 'difference') setHasDifference(true);
  }, [mode]);
  const picture = ({ imageUrl, width, height }: SnapshotCardFragment) => ({
    url: imageUrl ?? '',
    width: width ?? 0,
    height: height ?? 0,
  });
  const of = (kind: 'inserted' | 'removed') => shifts.filter((shift) => shift.kind === kind);
  const onError = () => setBroken(true);
  const regions = <Marks comparison={comparison} {...marks} />;

  const drag = ({ currentTarget, buttons, clientX }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.closest('[data-mode]')?.getBoundingClientRect();
    if (buttons === 0 || !box) return;
    onSplit(Math.min(100, Math.max(0, ((clientX - box.left) / box.width) * 100)));
  };
  return (
    <div ref={element} className={classes.stage} data-mode={mode}>
      <div className={classes.pane} data-pane="before" role="img" aria-label={messages.before}>
        <AlignedPicture canvas={comparison} picture={picture(before)} gaps={of('inserted')} onError={onError} />
        {regions}
        <span className={classes.label}>{messages.before}</span>
      </div>
      <div className={classes.pane} data-pane="after" role="img" aria-label={messages.after}>
        <AlignedPicture canvas={comparison} picture={picture(after)} gaps={of('removed')} onError={onError} />
        {regions}
        <span className={classes.label}>{messages.after}</span>
      </div>
      {hasDifference && (
        <div className={classes.pane} data-pane="difference" role="img" aria-label={messages.difference}>
          <AlignedPicture
            canvas={comparison}
            picture={{ ...comparison, url: diffImageUrl }}
            gaps={[]}
            onError={onError}
          />
          {regions}
        </div>
      )}
      {mode === 'swipe' && (
        <div
          className={classes.divider}
          data-handle=""
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
      )}
      {(mode === 'swipe' || mode === 'onion') && (
        <input
          type="range"
          className={classes.split}
          data-handle=""
          aria-label={mode === 'swipe' ? messages.swipePosition : messages.onionOpacity}
          min={0}
          max={100}
          value={split}
          onChange={({ target }) => onSplit(Number(target.value))}
        />
      )}
      {isBroken && (
        <p role="alert" className={classes.broken}>
          {messages.pictureBroken}
        </p>
      )}
    </div>
  );
}

/** Frames of the changes. Keys and the list select them, too. */
function Marks({
  comparison,
  selected,
  hovered,
  onSelect,
  onHover,
}: Pick<Props, 'comparison' | 'selected' | 'hovered' | 'onSelect' | 'onHover'>) {
  const { width, height, regions } = comparison;
  return (
    <div className={classes.marks} style={{ width, height }} aria-hidden="true">
      {regions.map((region, index) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list has a button for each
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has a button for each
        <div
          key={keyOf(region)}
          className={classes.mark}
          data-kind={region.kind}
          data-silent={region.pixels === 0}
          data-state={index === selected ? 'selected' : index === hovered ? 'hovered' : undefined}
          style={{ left: region.x, top: region.y, width: region.width, height: region.height }}
          onClick={() => onSelect(index)}
          onPointerEnter={() => onHover(index)}
          onPointerLeave={() => onHover(undefined)}
        />
      ))}
    </div>
  );
}
