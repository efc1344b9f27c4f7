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
  const node = h('p', { class: 'place' });
  const picture = h('img', { alt: messages.thePicture });
  return {
    node,
    refresh() {
      const { annotation, element, candidates } = pin();
      const [candidate] = candidates;
      const isLost = isMissing(pin());
      const isUnseen = isHidden(pin());
      node.hidden = !isLost && !isUnseen;
      node.textContent = !isLost ? messages.unseen : candidate ? messages.movedNote : messages.goneNote;
      if (isLost && annotation.picture) {
        if (!picture.src) picture.src = annotation.picture;
        node.append(picture);
      }
      if (isLost && candidate) outline.showElement(candidate);
      else outline.showElement(isUnseen ? null : element, '', targetRegion(pin()));
    },
  };
}
