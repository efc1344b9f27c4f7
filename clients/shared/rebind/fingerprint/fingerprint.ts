import { type KnownSelectors, selectorOf } from '../../locators/selector.ts';
import { xpathOf } from '../../locators/xpath-of.ts';
import { ask, documentOf, tagOf } from '../../page/dom-access.ts';
import { squeeze, textOf } from '../../page/text.ts';
import { run } from '../../time-slices.ts';
import { type Survey, surveySteps } from '../survey/survey.ts';
import { boxOf, describe, placeOf } from './describe.ts';
import type { Description, PageBox } from './description.ts';

/**
 * What the service stores about an element, so that it can be found and recognised later: under 2 KiB as JSON where a
 * page is ordinary, under 8 KiB always.
 */
export interface Fingerprint {
  readonly tag: string;
  /** CSS selector, unique in the element's document or shadow root when it was taken. */
  readonly selector: string;
  /** Empty for an element in a shadow root. */
  readonly xpath: string;
  /** Text or label, white space squeezed, cut at 300 characters. */
  readonly text: string;
  /** Computed values of the properties that make up how the element looks, each cut at 120 characters. */
  readonly styles: Readonly<Record<string, string>>;
  readonly box: PageBox;
  /** What the element is and stands among. Empty parts are left out, and its place where `xpath` says it. */
  readonly traits: Omit<Description, 'tag' | 'text' | 'box'>;
}

/**
 * Describes an element. Reads layout once; changes nothing.
 *
 * @param survey of the element's page at this moment, where there is one already.
 */
export function fingerprint(element: Element, survey = surveyOf(element)): Fingerprint {
  return {
    tag: tagOf(element),
    selector: selectorOf(element, selectorsOf(survey)),
    xpath: xpathOf(element),
    text: textOf(element),
    styles: stylesOf(element),
    box: boxOf(element),
    traits: traitsFor(element, survey, !hasOwnPath(element)),
  };
}

/** A survey is of one moment, and so is what selectors match. */
const selectors = new WeakMap<Survey, KnownSelectors>();

function selectorsOf(survey: Survey): KnownSelectors {
  const known = selectors.get(survey) ?? new Map();
  selectors.set(survey, known);
  return known;
}

/**
 * The survey of the page as the reader sees it, with the frame that the element may stand in. Without an index, which takes longer
 * than looking through the elements for the few texts that are asked for. What is asked for by its class says nothing.
 */
function surveyOf(element: Element): Survey {
  const survey = run(surveySteps(topOf(documentOf(element)), () => {}));
  return {
    ...survey,
    having: (kind, value) => survey.spots.filter(({ key }) => key === (kind === 'text' ? value : '')),
  };
}

function topOf(document: Document): Document {
  try {
    const frame = document.defaultView?.frameElement;
    return frame ? topOf(documentOf(frame)) : document;
  } catch {
    return document;
  }
}

const LIMITS = { id: 100, name: 100, type: 40, testId: 100, classes: 200, href: 200, label: 120, card: 200 };
const PLACE_LIMIT = 2048;

/** False in a shadow root or a frame, where an XPath of the document does not lead. */
function hasOwnPath(element: Element): boolean {
  const own = documentOf(element);
  return ask(element, 'getRootNode') === own && topOf(own) === own;
}

function traitsFor(element: Element, survey: Survey, keepsPlace: boolean): Fingerprint['traits'] {
  const spot = survey.spotOf(element);
  if (!spot) return {};
  const { beside = [], twins, ...rest } = describe(spot, survey);
  const place = keepsPlace ? placeOf(spot) : '';
  const texts = Object.entries(LIMITS).flatMap(([name, limit]) => {
    const value = squeeze(rest[name as keyof typeof LIMITS] ?? '', limit);
    return value ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(texts),
    ...(place && place.length <= PLACE_LIMIT && { xpath: place }),
    beside,
    twins,
  };
}

const STYLES = ['display', 'color', 'background-color', 'font-family', 'font-size', 'font-weight'];

function stylesOf(element: Element): Record<string, string> {
  const computed = getComputedStyle(element);
  return Object.fromEntries(STYLES.map((name) => [name, computed.getPropertyValue(name).slice(0, 120)]));
}
