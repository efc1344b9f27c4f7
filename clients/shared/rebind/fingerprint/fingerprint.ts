import { type SelectorCache, selectorOf } from '../../locators/selector.ts';
import { xpathOf } from '../../locators/xpath-of.ts';
import { callNative, documentOf, tagOf } from '../../page/dom-access.ts';
import { collapseWhitespace, textOf } from '../../page/text.ts';
import { languageOf, withoutWrapper } from '../../page/translation.ts';
import { run } from '../../time-slices.ts';
import { buildDomIndexSteps, type DomIndex } from '../dom-index/dom-index.ts';
import { normalizeText } from '../traits/traits.ts';
import { boxOf, describe, fullPathOf } from './describe.ts';
import type { Description, PageBox } from './description.ts';

/**
 * Stored data by which an element is found and recognized later. Takes less than 2 KiB of JSON on
 * ordinary pages and never more than 8 KiB.
 */
export interface Fingerprint {
  readonly tag: string;
  /** CSS selector, unique in the document or shadow root when the fingerprint was taken. */
  readonly selector: string;
  /** Empty for an element in a shadow root. */
  readonly xpath: string;
  /** Text or label with collapsed white space, cut at 300 characters. */
  readonly text: string;
  /** Computed values of the main style properties, each cut at 120 characters. */
  readonly styles: Readonly<Record<string, string>>;
  readonly box: PageBox;
  /**
   * Attributes and surroundings of the element. Empty members are omitted, and the path when
   * `xpath` has it. Neighbors are stored as `beside`, duplicates as `twins`.
   */
  readonly traits: Omit<Description, 'tag' | 'text' | 'box' | 'neighbors' | 'duplicates'> & {
    readonly beside?: Description['neighbors'];
    readonly twins?: Description['duplicates'];
    /** Normalized text, when words of adjacent elements are joined in `text`. */
    readonly words?: string;
    /** Language of the page, and whether the browser had translated it. */
    readonly language?: string;
    readonly translated?: boolean;
  };
}

/**
 * Takes the fingerprint of an element; of the element that it translates, if translation inserted
 * it. Reads layout once; changes nothing.
 *
 * @param domIndex current index of the element's page, when the caller already has one
 */
export function fingerprint(picked: Element, domIndex = domIndexOf(picked)): Fingerprint {
  const element = withoutWrapper(picked);
  const text = textOf(element);
  return {
    tag: tagOf(element),
    selector: selectorOf(element, selectorsOf(domIndex)),
    xpath: xpathOf(element),
    text,
    styles: stylesOf(element),
    box: boxOf(element),
    traits: traitsFor(element, text, domIndex, !hasOwnPath(element)),
  };
}

/** Matches of selectors, valid as long as the index that they belong to. */
const selectors = new WeakMap<DomIndex, SelectorCache>();

function selectorsOf(domIndex: DomIndex): SelectorCache {
  const known = selectors.get(domIndex) ?? new Map();
  selectors.set(domIndex, known);
  return known;
}

/**
 * Indexes the top page, so that an element in a frame sees its whole surroundings. Builds no keys:
 * for one fingerprint, a scan over all elements is faster. A look-up by class or picture is
 * made only for elements without text, so it scans for an empty text key.
 */
function domIndexOf(element: Element): DomIndex {
  const domIndex = run(buildDomIndexSteps(topOf(documentOf(element)), () => {}));
  return {
    ...domIndex,
    lookup: (kind, value) => domIndex.elements.filter(({ key }) => key === (kind === 'text' ? value : '')),
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

const LIMITS = {
  id: 100,
  name: 100,
  type: 40,
  testId: 100,
  classes: 200,
  href: 200,
  label: 120,
  icon: 60,
  card: 200,
  group: 200,
};
const PATH_LIMIT = 2048;

/** Whether an XPath of the top document reaches the element; false in shadow roots and frames. */
function hasOwnPath(element: Element): boolean {
  const own = documentOf(element);
  return callNative(element, 'getRootNode') === own && topOf(own) === own;
}

function traitsFor(element: Element, text: string, domIndex: DomIndex, storesPath: boolean): Fingerprint['traits'] {
  const indexed = domIndex.find(element);
  if (!indexed) return {};
  const { neighbors = [], duplicates, kin, size, around, ...rest } = describe(indexed, domIndex);
  const path = storesPath ? fullPathOf(indexed) : '';
  const { language, isTranslated } = languageOf(topOf(documentOf(element)));
  const texts = Object.entries(LIMITS).flatMap(([name, limit]) => {
    const value = collapseWhitespace(rest[name as keyof typeof LIMITS] ?? '', limit);
    return value ? [[name, value]] : [];
  });
  return {
    ...Object.fromEntries(texts),
    ...(path && path.length <= PATH_LIMIT && { xpath: path }),
    beside: neighbors,
    twins: duplicates,
    kin,
    size,
    around,
    ...(language && { language }),
    ...(isTranslated && { translated: true }),
    ...(indexed.text && indexed.normalized !== normalizeText(text) && { words: indexed.normalized }),
  };
}

const STYLES = ['display', 'color', 'background-color', 'font-family', 'font-size', 'font-weight'];

function stylesOf(element: Element): Record<string, string> {
  const computed = getComputedStyle(element);
  return Object.fromEntries(STYLES.map((name) => [name, computed.getPropertyValue(name).slice(0, 120)]));
}
