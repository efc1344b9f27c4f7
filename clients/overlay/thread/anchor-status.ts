import type { Messages } from '../i18n/messages.ts';
import { isHidden } from '../pins/hidden.ts';
import type { Pin } from '../pins/pins.ts';
import { isMissing, targetRegion } from '../pins/placement.ts';
import { h } from '../shadow-host/elements.ts';
import type { Outline } from '../shadow-host/outline.ts';

/**
 * The section of a thread that reports a moved, missing or hidden element. A missing one is shown
 * as it was in the visitor's picture.
 */
export interface AnchorStatus {
  readonly node: HTMLElement;
  /** Outlines the element, or the likeliest candidate if it moved. */
  refresh(): void;
}

/** Creates the section. */
export function createAnchorStatus(pin: () => Pin, messages: Messages, outline: Outline): AnchorStatus {
  const note = h('span');
  const picture = h('img', { alt: messages.thePicture });
  // The link shows the picture's text where the policy of the page forbids the picture.
  const link = h('a', { class: 'link', target: '_blank' }, picture);
  const node = h('p', { class: 'place' }, note, link);
  return {
    node,
    refresh() {
      const { annotation, element, candidates } = pin();
      const [candidate] = candidates;
      const isLost = isMissing(pin());
      const isUnseen = isHidden(pin());
      node.hidden = !isLost && !isUnseen;
      note.textContent = !isLost ? messages.unseen : candidate ? messages.movedNote : messages.goneNote;
      link.hidden = !isLost || !annotation.picture;
      if (!link.hidden && !link.href) picture.src = link.href = annotation.picture;
      if (isLost && candidate) outline.showElement(candidate);
      else outline.showElement(isUnseen ? null : element, '', targetRegion(pin()));
    },
  };
}
