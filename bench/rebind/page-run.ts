import type { Page } from 'puppeteer-core';

/** What became of a label's element. */
export interface Found {
  readonly state: 'bound' | 'moved' | 'orphaned';
  /** The first candidate is the element that was asked for, or the one directly around or in it. */
  readonly isFirst: boolean;
}

/** Opens the engine's door in a page. */
export async function addEngine(page: Page, engine: string): Promise<void> {
  await page.evaluate(engine.replace(/^(?:"use strict";)?var pin=/, 'window.pin='));
}

/** Elements are compared, not their paths: one can be named in many ways. */
const inPage = `const around = (element) => Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get.call(element);
  const at = (xpath) => xpath === null ? null : document.evaluate(xpath, document, null, 9, null).singleNodeValue;
  const isAnswer = (found, answer) => !!found && !!answer &&
    (found === answer || around(found) === answer || found === around(answer));`;

/** The first of the XPaths that names no element of the page. */
export function missingOf(page: Page, xpaths: readonly string[]): Promise<string | undefined> {
  return page.evaluate(`{ ${inPage}
    const isThere = (xpath) => { try { return at(xpath) instanceof Element } catch { return false } };
    ${JSON.stringify(xpaths)}.find((xpath) => !isThere(xpath)) }`) as Promise<string | undefined>;
}

/** Fingerprints of the elements that the XPaths name. */
export function fingerprintAll(page: Page, xpaths: readonly string[]): Promise<unknown[]> {
  return page.evaluate(`{ ${inPage}
    const survey = pin.run(pin.surveySteps(document));
    ${JSON.stringify(xpaths)}.map((xpath) => JSON.parse(JSON.stringify(pin.fingerprint(at(xpath), survey)))) }`) as Promise<
    unknown[]
  >;
}

/** Looks all fingerprints up on the page as it is now; `answers` are the XPaths of the right elements, null where it is gone. */
export function locateAll(
  page: Page,
  fingerprints: readonly unknown[],
  answers: readonly (string | null)[],
): Promise<Found[]> {
  return page.evaluate(`{ ${inPage}
    const answers = ${JSON.stringify(answers)}.map(at);
    pin.locate(document, ${JSON.stringify(fingerprints)}.map(pin.readStored)).map(({ state, candidates }, i) =>
      ({ state, isFirst: isAnswer(candidates[0]?.element, answers[i]) })) }`) as Promise<Found[]>;
}

/** The same for one of them, with its answer taken off the page meanwhile. */
export async function locateWithout(page: Page, xpath: string, prints: readonly unknown[], i: number): Promise<Found> {
  await page.evaluate(`{ ${inPage}
    window.takenOut = at(${JSON.stringify(xpath)});
    window.putBack = document.createComment('');
    takenOut.replaceWith(putBack);
  }`);
  const found = await locateAll(page, prints, []);
  await page.evaluate('putBack.replaceWith(takenOut)');
  return found[i] as Found;
}
