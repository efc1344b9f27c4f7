import { callNative } from '../page/dom-access.ts';
import { run } from '../time-slices.ts';
import { buildDomIndexSteps } from './dom-index/dom-index.ts';
import { boxOf } from './fingerprint/describe.ts';
import type { PageBox } from './fingerprint/description.ts';
import { fingerprint } from './fingerprint/fingerprint.ts';
import { readPin } from './fingerprint/stored.ts';
import { locate } from './locate-at-once.ts';

declare global {
  interface Window {
    pinboundLocate?: typeof locateStored;
  }
}

/**
 * Locates pins in the page that this script was injected into, for pages under automation such as
 * those of the worker. A pin is a stored fingerprint, or a list of two: the last known one and the
 * original one. Returns plain JSON in the order of the pins; elements are represented by their
 * present fingerprints and boxes.
 */
function locateStored(pins: readonly unknown[]) {
  const domIndex = run(buildDomIndexSteps(document));
  return locate(document, pins.map(readPin), domIndex).map(({ state, confidence, candidates }) => ({
    state,
    confidence,
    candidates: candidates.map((candidate) => ({
      confidence: candidate.confidence,
      fingerprint: fingerprint(candidate.element, domIndex),
      box: shownBoxOf(candidate.element),
    })),
  }));
}

/** Box of an element; without an extent if the page hides it. */
function shownBoxOf(element: Element): PageBox {
  const box = boxOf(element);
  const isShown = callNative(element, 'checkVisibility', { opacityProperty: true, visibilityProperty: true });
  return isShown || getComputedStyle(element).display === 'contents' ? box : { ...box, width: 0, height: 0 };
}

window.pinboundLocate = locateStored;
