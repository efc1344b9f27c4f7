import { useEffect, useState } from 'react';
import type { Box } from '../picture/pinned-picture.tsx';
import type { Point } from '../picture/pinned-picture-picker.tsx';

/** An element of a captured page, with its box in the picture, CSS pixels. */
export interface CapturedElement {
  selector: string;
  xpath: string;
  text: string;
  tag: string;
  box: Box;
}

/** Members of a page record that are used here. */
interface PageRecord {
  /** Offset of the picture in the document. */
  scroll?: { x: number; y: number };
  elements: {
    selector: string;
    xpath: string;
    text: string;
    tag: string;
    box: [x: number, y: number, width: number, height: number];
  }[];
}

interface Loaded {
  url: string;
  /** Undefined if the record could not be read. */
  elements: readonly CapturedElement[] | undefined;
}

/**
 * Elements of a captured page, of its page record.
 *
 * @param url address of the record; undefined until the elements are needed
 */
export function useElements(url: string | undefined) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!url) return undefined;
    const stop = new AbortController();
    void loadElements(url, stop.signal).then((elements) => {
      if (!stop.signal.aborted) setLoaded({ url, elements });
    });
    return () => stop.abort();
  }, [url]);
  const current = loaded?.url === url ? loaded : undefined;
  return {
    /** Undefined until they are loaded. */
    elements: current?.elements,
    hasFailed: current !== undefined && current.elements === undefined,
  };
}

/** Reads the elements of a page record; undefined if it cannot be read. */
export async function loadElements(url: string, signal?: AbortSignal): Promise<CapturedElement[] | undefined> {
  try {
    const response = await fetch(url, signal && { signal });
    if (!response.ok) return undefined;
    const { scroll, elements } = (await response.json()) as PageRecord;
    return elements.map(({ selector, xpath, text, tag, box: [x, y, width, height] }) => ({
      selector,
      xpath,
      text,
      tag,
      box: { x: x - (scroll?.x ?? 0), y: y - (scroll?.y ?? 0), width, height },
    }));
  } catch {
    return undefined;
  }
}

const areaOf = ({ width, height }: Box): number => width * height;

/**
 * The smallest element at a point; of equal ones the innermost. The service anchors a comment to
 * the same one.
 */
export function elementAt(elements: readonly CapturedElement[], { x, y }: Point): CapturedElement | undefined {
  let found: CapturedElement | undefined;
  for (const element of elements) {
    const { box } = element;
    const contains = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
    if (contains && (!found || areaOf(box) <= areaOf(found.box))) found = element;
  }
  return found;
}

/** The innermost element with a box, which is given in whole pixels. */
export const elementWithBox = (elements: readonly CapturedElement[], box: Box): CapturedElement | undefined =>
  elements.findLast((element) =>
    (['x', 'y', 'width', 'height'] as const).every((member) => Math.abs(element.box[member] - box[member]) <= 1),
  );
