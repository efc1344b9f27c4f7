import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser } from '../../test/support/browser.ts';
import { engineScript, fingerprintAll, locateAll } from './page-run.ts';
import { isAnswer } from './pairs.ts';
import { add, NONE, type Tally } from './tally.ts';

interface Label {
  readonly old: string;
  readonly new: string | null;
}

const [oldFile, newFile, labelsFile] = process.argv.slice(2);
if (!oldFile || !newFile || !labelsFile) {
  process.stderr.write('Which pages? Usage: npm run bench:pages -- OLD.html NEW.html LABELS.json\n');
  process.exit(2);
}

let browser: Browser | null = null;
try {
  const labels = readLabels(await readFile(labelsFile, 'utf8'));
  browser = await launchBrowser();
  const engine = await engineScript();
  const prints = await fingerprintAll(
    await open(browser, oldFile, engine),
    labels.map(({ old }) => old),
  );
  const missing = labels.find((_, i) => !prints[i]);
  if (missing) throw new Error(`${oldFile} has no element ${missing.old}; correct ${labelsFile}`);
  process.stdout.write(`${JSON.stringify(await judge(await open(browser, newFile, engine), labels, prints))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  await browser?.close();
}

/** With all labels in place; then once more for each, with its answer taken off the page. */
async function judge(page: Page, labels: readonly Label[], prints: readonly unknown[]): Promise<Tally> {
  const found = await locateAll(page, prints);
  let tally = NONE;
  for (const [i, label] of labels.entries()) {
    const verdict = found[i];
    const answer = label.new === null ? null : plain(label.new);
    const isFirst = answer !== null && isAnswer(plain(verdict?.xpaths[0] ?? ''), answer);
    const isBound = verdict?.state === 'bound';
    tally = add(tally, {
      cases: 1,
      right: Number(isBound && isFirst),
      wrong: Number(isBound && !isFirst),
      moved: Number(verdict?.state === 'moved'),
      orphaned: Number(verdict?.state === 'orphaned'),
      wrongWhenDeleted: Number(label.new === null ? isBound : await isBoundWithout(page, label.new, prints, i)),
      rank1: Number(isFirst),
    });
  }
  return tally;
}

/** Takes the element out, looks, and puts it back. */
async function isBoundWithout(page: Page, xpath: string, prints: readonly unknown[], i: number): Promise<boolean> {
  await page.evaluate(`{
    const element = document.evaluate(${JSON.stringify(xpath)}, document, null, 9, null).singleNodeValue;
    if (!element) throw new Error(${JSON.stringify(`${newFile} has no element ${xpath}; correct ${labelsFile}`)});
    window.putBack = document.createComment('');
    window.takenOut = element;
    element.replaceWith(putBack);
  }`);
  const found = await locateAll(page, prints);
  await page.evaluate('putBack.replaceWith(takenOut)');
  return found[i]?.state === 'bound';
}

async function open(browser: Browser, file: string, engine: string): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(pathToFileURL(resolve(file)).href, { waitUntil: 'load' });
  await page.evaluate(engine.replace(/^(?:"use strict";)?var pin=/, 'window.pin='));
  return page;
}

function readLabels(text: string): Label[] {
  const value: unknown = JSON.parse(text);
  const isLabel = (label: Partial<Label> | null) =>
    typeof label?.old === 'string' && (label.new === null || typeof label.new === 'string');
  if (!Array.isArray(value) || !value.every(isLabel)) {
    throw new Error(`${labelsFile} is something else; expected [{"old": xpath, "new": xpath or null}, …]`);
  }
  return value;
}

/** Steps without a number are the first. */
function plain(xpath: string): string {
  return xpath.replace(/\[1\]/g, '');
}
