import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { CLIENT_BUNDLE } from '../../scripts/client-bundle.mjs';

/** The engine, as a script that puts it into the global `pin`. */
export async function engineScript(): Promise<string> {
  const resolveDir = fileURLToPath(new URL('../../clients/shared', import.meta.url));
  const contents = ['fingerprint', 'locate', 'stored', 'survey', 'slices', 'xpath']
    .map((name) => `export * from './${name}.ts'`)
    .join('\n');
  const { outputFiles } = await build({
    ...CLIENT_BUNDLE,
    stdin: { contents, resolveDir },
    globalName: 'pin',
    write: false,
  });
  return outputFiles?.[0]?.text ?? '';
}

/** A verdict as it leaves a page. */
export interface Found {
  readonly state: 'bound' | 'moved' | 'orphaned';
  readonly confidence: number;
  /** XPaths of the candidates, the best first. */
  readonly xpaths: readonly string[];
}

/** Fingerprints of the elements that the XPaths name; null where one names none. */
export function fingerprintAll(page: Page, xpaths: readonly string[]): Promise<unknown[]> {
  return page.evaluate(
    `{ const survey = pin.run(pin.surveySteps(document));
      ${JSON.stringify(xpaths)}.map((xpath) => {
        const element = document.evaluate(xpath, document, null, 9, null).singleNodeValue;
        return element && JSON.parse(JSON.stringify(pin.fingerprint(element, survey)));
      }) }`,
  ) as Promise<unknown[]>;
}

/** Looks all fingerprints up on the page as it is now. */
export function locateAll(page: Page, fingerprints: readonly unknown[]): Promise<Found[]> {
  return page.evaluate(
    `pin.locate(document, ${JSON.stringify(fingerprints)}.map(pin.readStored)).map(({ state, confidence, candidates }) =>
      ({ state, confidence, xpaths: candidates.map(({ element }) => pin.xpathOf(element)) }))`,
  ) as Promise<Found[]>;
}
