import { run } from '../time-slices.ts';
import { boxOf } from './fingerprint/describe.ts';
import { fingerprint } from './fingerprint/fingerprint.ts';
import { readPin } from './fingerprint/stored.ts';
import { type Located, locate } from './locate.ts';
import { surveySteps } from './survey/survey.ts';

declare global {
  interface Window {
    pinboundLocate?: typeof locateStored;
  }
}

/**
 * Looks pins up in the page that this script was put into: for a page that somebody else drives, such as the worker's.
 * A pin is a stored fingerprint, or a list of two: as it was last found, and as it was written. Answers in plain JSON, in
 * the order asked; elements are told by their present fingerprints and boxes.
 */
function locateStored(pins: readonly unknown[]) {
  const survey = run(surveySteps(document));
  return locate(document, pins.map(readPin), survey).map(({ state, confidence, candidates }) => ({
    state,
    confidence,
    candidates: candidates.slice(0, TOLD[state]).map(({ element, confidence: sure }) => ({
      confidence: sure,
      fingerprint: fingerprint(element, survey),
      box: boxOf(element),
    })),
  }));
}

/** So many candidates are worth describing: what it is bound to, or what a person may choose from. */
const TOLD: Readonly<Record<Located['state'], number>> = { bound: 1, moved: 3, orphaned: 0 };

window.pinboundLocate = locateStored;
