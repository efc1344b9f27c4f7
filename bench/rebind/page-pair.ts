import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { findMissing, fingerprintAll, injectEngine, type LocatedLabel, locateAll, locateWithout } from './page-run.ts';

/** Time limit for loading images and frames, milliseconds; the page is tested without late ones. */
const LOAD_MS = 10_000;

/** Two versions of a page, and the elements that are the same in both. */
export interface PairFiles {
  readonly oldFile: string;
  readonly newFile: string;
  /** JSON: `[{"old": xpath, "new": xpath or null}]`. */
  readonly labelsFile: string;
}

/** Results of one label. */
export interface PairOutcome {
  readonly found: LocatedLabel;
  /** Result while the expected element is removed. */
  readonly without: LocatedLabel;
}

interface Label {
  readonly old: string;
  readonly new: string | null;
}

/**
 * Takes the fingerprints of the labeled elements on the old page, and locates all of them on the
 * new page, then each once more with its expected element removed.
 *
 * @throws Error if a file or an element of a label is missing
 */
export async function locatePair(
  browser: Browser,
  engine: string,
  { oldFile, newFile, labelsFile }: PairFiles,
): Promise<PairOutcome[]> {
  const labels = readLabels(await readFile(labelsFile, 'utf8'), labelsFile);
  const before = await open(browser, oldFile, engine);
  const oldPaths = labels.map((label) => label.old);
  await assertElements(before, oldPaths, { file: oldFile, labelsFile });
  const fingerprints = await fingerprintAll(before, oldPaths);
  const after = await open(browser, newFile, engine);
  const answers = labels.map((label) => label.new);
  await assertElements(
    after,
    answers.filter((xpath) => xpath !== null),
    { file: newFile, labelsFile },
  );
  const outcomes: PairOutcome[] = [];
  for (const [i, found] of (await locateAll(after, fingerprints, answers)).entries()) {
    const answer = answers[i] ?? null;
    outcomes.push({ found, without: answer === null ? found : await locateWithout(after, answer, fingerprints, i) });
  }
  await Promise.all([before.close(), after.close()]);
  return outcomes;
}

async function assertElements(
  page: Page,
  xpaths: readonly string[],
  { file, labelsFile }: { file: string; labelsFile: string },
): Promise<void> {
  const missing = await findMissing(page, xpaths);
  if (missing !== undefined) throw new Error(`${file} has no element ${missing}; correct ${labelsFile}`);
}

async function open(browser: Browser, file: string, engine: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  // An open dialog blocks the page.
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  await page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction('document.readyState === "complete"', { timeout: LOAD_MS }).catch(() => {});
  await injectEngine(page, engine);
  return page;
}

function readLabels(text: string, labelsFile: string): Label[] {
  const wanted = 'expected [{"old": xpath, "new": xpath or null}, …]';
  const value = parse(text, labelsFile, wanted);
  const isLabel = (label: Partial<Label> | null) =>
    typeof label?.old === 'string' && (label.new === null || typeof label.new === 'string');
  if (!Array.isArray(value) || !value.every(isLabel)) {
    throw new Error(`${labelsFile} has a different format; ${wanted}`);
  }
  return value;
}

function parse(text: string, labelsFile: string, wanted: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${labelsFile} is not JSON (${error instanceof Error ? error.message : error}); ${wanted}`);
  }
}
