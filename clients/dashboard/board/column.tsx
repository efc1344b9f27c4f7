import { Fragment, type ReactElement, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import classes from './board.module.css';
import type { LoadedColumn } from './use-columns.ts';
import { useDropTarget } from './use-drag.ts';

interface Props {
  column: LoadedColumn;
  /** Whether cards keep the place that they are given; else they are sorted. */
  hasPlaces: boolean;
  /** Cards of the rows, in their order. */
  children: readonly ReactElement[];
  onDrop(id: string, index: number): void;
  onMore(): void;
}

/** A column of the board. Shows where a dragged card would be dropped. */
export function Column({ column, hasPlaces, children, onDrop, onMore }: Props) {
  const { messages } = useApp();
  const { key, title, rows, hasMore } = column;
  const element = useRef<HTMLElement>(null);
  const place = useDropTarget(element, onDrop);
  const gap =
    hasPlaces && place ? <li className={classes.gap} style={{ height: place.height }} aria-hidden="true" /> : undefined;
  const others = rows.filter(({ id }) => id !== place?.card);
  const own = rows.findIndex(({ id }) => id === place?.card);
  /** Whether the card would stay before the row of an index. */
  const staysBefore = (index: number) => own >= 0 && own === index - 1;
  /** Row before which the gap is; at the end without one. */
  const next = place && others[place.index];
  return (
    <section
      ref={element}
      data-column={key}
      data-target={place !== undefined}
      className={classes.column}
      aria-label={title}
    >
      <h2 className={classes.columnTitle}>
        {title} <span className={classes.count}>{hasMore ? `${rows.length}+` : rows.length}</span>
      </h2>
      <ol className={classes.cards}>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            {row === next && !staysBefore(index) && gap}
            {children[index]}
          </Fragment>
        ))}
        {place && !next && !staysBefore(rows.length) && gap}
        {rows.length === 0 && !place && <li className={classes.empty}>{messages.emptyColumn}</li>}
        {hasMore && (
          <li>
            <Button kind="quiet" onClick={onMore}>
              {messages.showMore}
            </Button>
          </li>
        )}
      </ol>
    </section>
  );
}
