import { type ReactNode, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import classes from './board.module.css';
import type { LoadedColumn } from './use-columns.ts';
import { useDropTarget } from './use-drag.ts';

interface Props {
  column: LoadedColumn;
  /** Whether cards keep the place that they are given; else they are sorted. */
  hasPlaces: boolean;
  /** The cards. */
  children: ReactNode;
  onDrop(id: string, index: number): void;
  onMore(): void;
}

/** A column of the board. Shows where a dragged card would be dropped. */
export function Column({ column, hasPlaces, children, onDrop, onMore }: Props) {
  const { messages } = useApp();
  const { key, title, rows, hasMore } = column;
  const element = useRef<HTMLElement>(null);
  const index = useDropTarget(element, onDrop);
  return (
    <section
      ref={element}
      data-column={key}
      data-target={index !== undefined}
      className={classes.column}
      aria-label={title}
    >
      <h2 className={classes.columnTitle}>
        {title} <span className={classes.count}>{hasMore ? `${rows.length}+` : rows.length}</span>
        {index !== undefined && hasPlaces && (
          <span className={classes.place} aria-hidden="true">
            {index + 1}
          </span>
        )}
      </h2>
      <ol className={classes.cards}>
        {children}
        {rows.length === 0 && <li className={classes.empty}>{messages.emptyColumn}</li>}
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
