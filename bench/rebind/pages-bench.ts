import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { bundleEngine } from '../../test/support/client-bundle.ts';
import { findMissing, fingerprintAll, injectEngine, locateAll, locateWithout } from './page-run.ts';
import { add, EMPTY_TALLY, reportOf, type Tally } from './tally.ts';

/** Time limit for loading images and frames, milliseconds; the page is tested without late ones. */
const LOAD_MS = 10_000;

interface Label {
  readonly old: string;
  readonly new: string | null;
}

const [oldFile, newFile, labelsFile] = process.argv.slice(2);
if (!oldFile || !newFile || !labelsFile) {
  process.stderr.write('Missing pages. Usage: npm run bench:pages -- OLD.html NEW.html LABELS.json\n');
  process.exit(2);
}

let browser: Browser | null = null;
try {
  const labels = readLabels(await readFile(labelsFile, 'utf8'));
  browser = await launchBrowser();
  const engine = await bundleEngine();
  const before = await open(browser, oldFile, engine);
  const oldPaths = labels.map((label) => label.old);
  await assertElements(before, oldFile, oldPaths);
  const fingerprints = await fingerprintAll(before, oldPaths);
  const after = await open(browser, newFile, engine);
  const newPaths = labels.map((label) => label.new);
  await assertElements(
    after,
    newFile,
    newPaths.filter((xpath) => xpath !== null),
  );
  process.stdout.write(`${JSON.stringify(reportOf(await evaluate(after, newPaths, fingerprints)))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await browser?.close();
}

/** Locates all labels, then each once more with its expected element removed. */
async function evaluate(
  page: Page,
  answers: readonly (string | null)[],
  fingerprints: readonly unknown[],
): Promise<Tally> {
  const found = await locateAll(page, fingerprints, answers);
  let tally = EMPTY_TALLY;
  for (const [i, { state, isFirst }] of found.entries()) {
    const answer = answers[i] ?? null;
    const without = answer === null ? state : (await locateWithout(page, answer, fingerprints, i)).state;
    tally = add(tally, {
      cases: 1,
      right: Number(state === 'bound' && isFirst),
      wrong: Number(state === 'bound' && !isFirst),
      moved: Number(state === 'moved'),
      orphaned: Number(state === 'orphaned'),
      wrongWhenDeleted: Number(without === 'bound'),
      rank1: Number(isFirst),
    });
  }
  return tally;
}

async function assertElements(page: Page, file: string, xpaths: readonly string[]): Promise<void> {
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

function readLabels(text: string): Label[] {
  const wanted = 'expected [{"old": xpath, "new": xpath or null}, …]';
  const value = parse(text, wanted);
  const isLabel = (label: Partial<Label> | null) =>
    typeof label?.old === 'string' && (label.new === null || typeof label.new === 'string');
  if (!Array.isArray(value) || !value.every(isLabel)) {
    throw new Error(`${labelsFile} has a different format; ${wanted}`);
  }
  return value;
}

function parse(text: string, wanted: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${labelsFile} is not JSON (${error instanceof Error ? error.message : error}); ${wanted}`);
  }
}
