import { callNative, tagOf } from '../../shared/page/dom-access.ts';
import { flatTreeParentOf } from '../../shared/page/frames.ts';
import { hitAt, isVisible } from '../page/visibility.ts';
import { icon } from './elements.ts';

const LIST_ICON = 'M6 4h8M6 8h8M6 12h8M2 4h0M2 8h0M2 12h0';

/** Content of the badge beside the button. A click on it opens the list. */
export interface BadgeState {
  readonly count: number;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** True when comments are orphaned or pending. */
  readonly warn?: boolean;
  /** True when the list could not be fetched. */
  readonly failed?: boolean;
}

/** Shows the count or the failure; hides the badge if there is neither. */
export function showBadge(badge: HTMLButtonElement, { count, label, warn, failed }: BadgeState): void {
  badge.hidden = !(failed || count);
  badge.className = `badge${failed ? ' bad' : warn ? ' warn' : ''}`;
  badge.replaceChildren(icon(LIST_ICON), failed ? '!' : String(count));
  badge.title = label;
  badge.setAttribute('aria-label', label);
}

/** Steps of the search for a free place, CSS pixels. */
const STEP = 8;

/** Returns a function that moves the buttons above what is fixed to the window, and back. */
export function keepAboveBars(dock: HTMLElement): () => void {
  let lift = 0;
  return () => {
    const { left, right, top, bottom } = dock.getBoundingClientRect();
    const limit = innerHeight / 2;
    let free = 0;
    const isCovering = () =>
      [left + 29, (left + right) / 2, right - 29].some((x) =>
        [top, bottom - 1].some((y) => isBarAt(x, y + lift - free)),
      );
    while (free < limit && isCovering()) free += STEP;
    // A layer that is higher than that is not a bar.
    if (free >= limit) free = 0;
    if (free === lift || dock.matches(':active')) return;
    lift = free;
    dock.style.translate = `0 ${-lift}px`;
  };
}

/** Elements that are visible without a background. */
const PAINTED = /^(a|b|i?frame|img|input|p|path|span|svg|video)$/;

/** True if something that is fixed to the window, but does not fill it, is visible at the point. */
function isBarAt(x: number, y: number): boolean {
  const hit = hitAt(x, y);
  if (!hit || !isVisible(hit) || isTall(hit)) return false;
  let isPainted = PAINTED.test(tagOf(hit));
  for (let at: Element | null = hit; at; at = flatTreeParentOf(at)) {
    const { position, overflowY, backgroundColor } = getComputedStyle(at);
    // The content of an application that fills the window.
    if (isTall(at) && /auto|scroll/.test(overflowY)) return false;
    isPainted ||= !/, 0\)$/.test(backgroundColor);
    if (/fixed|sticky/.test(position)) return isPainted;
  }
  return false;
}

const isTall = (element: Element) => callNative(element, 'getBoundingClientRect').height > innerHeight * 0.6;
