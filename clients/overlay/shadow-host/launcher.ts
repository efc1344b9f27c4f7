import { callNative, tagOf } from '../../shared/page/dom-access.ts';
import { flatTreeParentOf } from '../../shared/page/frames.ts';
import { hitAt, isVisible } from '../page/visibility.ts';
import { button, h, icon } from './dom.ts';
import type { ShadowHost } from './shadow-host.ts';

const COMMENT_ICON = 'M2 3h12v8H7l-3 3v-3H2z';
const LIST_ICON = 'M6 4h8M6 8h8M6 12h8M2 4h0M2 8h0M2 12h0';

/** The floating button, and the badge beside it that opens the list. */
export interface Launcher {
  readonly button: HTMLButtonElement;
  /** The button's text. */
  readonly label: HTMLElement;
  readonly badge: HTMLButtonElement;
  /** Parent of both. */
  readonly dock: HTMLElement;
  setBusy(busy: boolean): void;
}

export interface LauncherActions {
  toggle(): void;
  toggleList(): void;
}

/**
 * Adds the button and the badge, which is hidden until the app shows it.
 *
 * @param text label of the button
 */
export function createLauncher(
  shadowHost: ShadowHost,
  text: string,
  launcher: boolean,
  actions: LauncherActions,
): Launcher {
  const label = h('span', {}, text);
  const main = button('launcher', actions.toggle, [icon(COMMENT_ICON), label]);
  // Keeps the page's text selection: the comment may be about it.
  main.addEventListener('mousedown', (event) => event.preventDefault());
  const badge = button('badge', actions.toggleList, []);
  badge.hidden = true;
  main.hidden = !launcher;
  const dock = h('div', { class: 'dock' }, badge, main);
  shadowHost.root.append(dock);
  return {
    button: main,
    label,
    badge,
    dock,
    setBusy: (busy) => main.setAttribute('aria-busy', String(busy)),
  };
}

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
