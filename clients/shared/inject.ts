import { boxOf } from './describe.ts';
import { fingerprint } from './fingerprint.ts';
import { locate } from './locate.ts';
import { readStored } from './stored.ts';

declare global {
  interface Window {
    pinboundLocate?: typeof locateStored;
  }
}

/**
 * Looks stored fingerprints up in the page that this script was put into: for a page that somebody else drives, such as
 * the worker's. Answers in plain JSON, in the order asked; elements are told by
 * their present fingerprints and boxes.
 */
function locateStored(fingerprints: readonly unknown[]) {
  return locate(document, fingerprints.map(readStored)).map(({ state, confidence, candidates }) => ({
    state,
    confidence,
    candidates: candidates.map(({ element, confidence: sure }) => ({
      confidence: sure,
      fingerprint: fingerprint(element),
      box: boxOf(element),
    })),
  }));
}

window.pinboundLocate = locateStored;
