import type { Messages } from '../i18n/messages.ts';
import type { Pin } from '../pins/pins.ts';
import { targetRegion } from '../pins/placement.ts';
import { isLost, stateOf } from '../pins/state.ts';
import { button, h } from '../shadow-host/elements.ts';
import type { Outline } from '../shadow-host/outline.ts';

/**
 * The section of a thread that reports a moved, missing or hidden element. A missing one is shown
 * as it was in the visitor's picture.
 */
export interface AnchorStatus {
  readonly node: HTMLElement;
  /** Returns the element, or the chosen candidate if it moved. */
  shown(): Element | undefined;
  /** Outlines what is shown. */
  refresh(): void;
}

/**
 * Creates the section.
 *
 * @param onChosen called after another candidate was chosen
 */
export function createAnchorStatus(
  pin: () => Pin,
  messages: Messages,
  outline: Outline,
  onChosen: () => void,
): AnchorStatus {
  /** Number of the candidate. It stays when the page is searched again. */
  let chosen = 0;
  let shown: Element | undefined;
  const note = h('span');
  const next = button('link', () => {
    chosen++;
    refresh();
    shown?.scrollIntoView({ block: 'center' });
    onChosen();
  }, [messages.nextPlace]);
  const picture = h('img', { alt: messages.thePicture });
  // The link shows the picture's text where the policy of the page forbids the picture.
  const link = h('a', { class: 'link', target: '_blank' }, picture);
  const node = h('p', { class: 'place' }, note, next, link);
  const refresh = () => {
    const { annotation, element, candidates } = pin();
    const state = stateOf(pin());
    const isHidden = state === 'hidden';
    shown = candidates[chosen % candidates.length];
    node.hidden = !isLost(state) && !isHidden;
    note.textContent = isHidden ? messages.unseen : state === 'moved' ? messages.movedNote : messages.gone;
    next.hidden = candidates.length < 2;
    link.hidden = !isLost(state) || !annotation.picture;
    if (!link.hidden && !link.href) picture.src = link.href = annotation.picture;
    outline.showElement((!isHidden && shown) || null, '', element && targetRegion(pin()));
  };
  return { node, shown: () => shown, refresh };
}
