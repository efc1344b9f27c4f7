import type { Page } from 'puppeteer-core';

/** Result of locating the element of a label. */
export interface LocatedLabel {
  readonly state: 'bound' | 'moved' | 'orphaned';
  /** Whether the first candidate is the expected element, its parent or its child. */
  readonly isFirst: boolean;
  /** Confidence in the first candidate; 0 without one. */
  readonly confidence: number;
}

/** Injects the engine into a page as the global `pin`. */
export async function injectEngine(page: Page, engine: string): Promise<void> {
  await page.evaluate(engine.replace(/^(?:"use strict";)?var pin=/, 'window.pin='));
}

/** Page code that compares elements instead of paths, because an element has many paths. */
const PAGE_HELPERS = `const parentOf = (element) => Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get.call(element);
  const at = (xpath) => xpath === null ? null : document.evaluate(xpath, document, null, 9, null).singleNodeValue;
  const isAnswer = (found, answer) => !!found && !!answer &&
    (found === answer || parentOf(found) === answer || found === parentOf(answer));`;

/** Returns the first XPath that matches no element of the page. */
export function findMissing(page: Page, xpaths: readonly string[]): Promise<string | undefined> {
  return page.evaluate(`{ ${PAGE_HELPERS}
    const exists = (xpath) => { try { return at(xpath) instanceof Element } catch { return false } };
    ${JSON.stringify(xpaths)}.find((xpath) => !exists(xpath)) }`) as Promise<string | undefined>;
}

/** Takes the fingerprints of the elements at the XPaths. */
export function fingerprintAll(page: Page, xpaths: readonly string[]): Promise<unknown[]> {
  return page.evaluate(`{ ${PAGE_HELPERS}
    const domIndex = pin.run(pin.buildDomIndexSteps(document));
    ${JSON.stringify(xpaths)}.map((xpath) => JSON.parse(JSON.stringify(pin.fingerprint(at(xpath), domIndex)))) }`) as Promise<
    unknown[]
  >;
}

/**
 * Locates all fingerprints on the present page.
 *
 * @param answers XPaths of the expected elements; null for a removed one
 */
export function locateAll(
  page: Page,
  fingerprints: readonly unknown[],
  answers: readonly (string | null)[],
): Promise<LocatedLabel[]> {
  return page.evaluate(`{ ${PAGE_HELPERS}
    const answers = ${JSON.stringify(answers)}.map(at);
    const domIndex = pin.run(pin.buildDomIndexSteps(document));
    const results = pin.run(pin.matchSteps(document, ${JSON.stringify(fingerprints)}.map(pin.readStored), domIndex, undefined, pin.furtherSteps));
    results.map(({ state, confidence, choices: [first] }, i) =>
      ({ state, confidence, isFirst: isAnswer(domIndex.elements[first?.entry.index]?.element, answers[i]) })) }`) as Promise<
    LocatedLabel[]
  >;
}

/**
 * Locates the fingerprints while the expected element of number `i` is removed; returns its result.
 */
export async function locateWithout(
  page: Page,
  xpath: string,
  fingerprints: readonly unknown[],
  i: number,
): Promise<LocatedLabel> {
  await page.evaluate(`{ ${PAGE_HELPERS}
    window.removedElement = at(${JSON.stringify(xpath)});
    window.placeholder = document.createComment('');
    removedElement.replaceWith(placeholder);
  }`);
  const found = await locateAll(page, fingerprints, []);
  await page.evaluate('placeholder.replaceWith(removedElement)');
  return found[i] as LocatedLabel;
}
