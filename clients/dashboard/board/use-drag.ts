import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Lets a card be dragged to a column by a pointer.
 *
 * @returns whether it is being dragged
 */
export function useDraggable(ref: RefObject<HTMLElement | null>, id: string, isEnabled: boolean): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    if (!ref.current || !isEnabled) return undefined;
    return draggable({
      element: ref.current,
      getInitialData: () => ({ card: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [ref, id, isEnabled]);
  return isDragged;
}

/** Place at which a card that is dragged over a column would be dropped. */
export interface DropPlace {
  /** Id of the card. */
  card: string;
  /** Index among the other cards of the column. */
  index: number;
  /** Height of the card, pixels. */
  height: number;
}

/**
 * Accepts cards in a column.
 *
 * @param onDrop receives the card, and its index among the other cards of the column
 * @returns place at which the card over the column would be dropped
 */
export function useDropTarget(
  ref: RefObject<HTMLElement | null>,
  onDrop: (id: string, index: number) => void,
): DropPlace | undefined {
  const [place, setPlace] = useState<DropPlace>();
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const indexOf = (source: Record<string, unknown>, clientY: number) =>
      indexAt(element, String(source.card), clientY);
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.card === 'string',
      onDrag({ source, location }) {
        const index = indexOf(source.data, location.current.input.clientY);
        const { offsetHeight: height } = source.element;
        // A new object would draw the column at each movement.
        setPlace((last) => (last?.index === index ? last : { card: String(source.data.card), index, height }));
      },
      onDragLeave: () => setPlace(undefined),
      onDrop: ({ source, location }) => {
        setPlace(undefined);
        latest.current(String(source.data.card), indexOf(source.data, location.current.input.clientY));
      },
    });
  }, [ref]);
  return place;
}

/** Number of the column's other cards whose middle is above the point. */
function indexAt(column: HTMLElement, card: string, clientY: number): number {
  const others = [...column.querySelectorAll<HTMLElement>('[data-card]')].filter(
    ({ dataset }) => dataset.card !== card,
  );
  return others.filter((other) => {
    const { top, height } = other.getBoundingClientRect();
    return top + height / 2 < clientY;
  }).length;
}
