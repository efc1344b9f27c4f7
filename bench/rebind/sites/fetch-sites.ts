import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer-core';
import { hideKeys, keysOn, labelsOf, type SiteLabel } from './page-labels.ts';
import type { SitePackage } from './site-packages.ts';

const run = promisify(execFile);

/** Pages that are compared of two versions. */
const MAX_PAGES = 24;
/** Pages on which one label may be, as menus repeat on each. */
const MAX_REPEATS = 2;
/** Fewest labels of a page. */
const MIN_LABELS = 3;
/** Folders with pages of others. */
const FOREIGN = /(^|\/)(node_modules|bower_components|vendors?|plugins|libs?|tests?|coverage)\//;

/**
 * Writes the pairs of pages of a package, each with `old.html`, `new.html` and `labels.json`.
 * Fetches the versions by `npm pack`. Keeps what exists.
 *
 * @returns folders of the pairs
 */
export async function fetchPairs(browser: Browser, folder: string, site: SitePackage): Promise<string[]> {
  const parent = join(folder, site.name.replace(/\W+/g, '-'));
  const done = join(parent, 'done.json');
  if (existsSync(done)) return (JSON.parse(await readFile(done, 'utf8')) as string[]).map((name) => join(parent, name));
  const page = await browser.newPage();
  await page.setJavaScriptEnabled(true);
  const names: string[] = [];
  for (const [i, version] of site.versions.slice(1).entries()) {
    const [from, to] = await Promise.all(
      [site.versions[i] ?? '', version].map((each) => unpack(join(parent, 'packages'), site.name, each)),
    );
    const known = new Map<string, number>();
    for (const [oldFile, newFile] of await sharedPages(from ?? '', to ?? '')) {
      const name = `${site.versions[i]}-${version}-${basename(newFile, '.html')}-${names.length}`;
      if (await writePair(page, [oldFile, newFile], { to: join(parent, name), known })) names.push(name);
    }
  }
  await page.close();
  await writeFile(done, JSON.stringify(names));
  return names.map((name) => join(parent, name));
}

/** Unpacks a version of a package unless that was done before; returns its folder. */
async function unpack(parent: string, name: string, version: string): Promise<string> {
  const target = join(parent, version);
  if (existsSync(target)) return target;
  await mkdir(parent, { recursive: true });
  const work = await mkdtemp(join(parent, 'unpack-'));
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, '--pack-destination', work, '--silent']);
  const archive = stdout.trim().split('\n').at(-1) ?? '';
  await run('tar', ['xzf', join(work, archive), '-C', work, '--strip-components=1']);
  await rm(join(work, archive));
  await rename(work, target);
  return target;
}

/** Pairs the pages of two folders by path, or else by a name that both have once; evenly chosen. */
async function sharedPages(from: string, to: string): Promise<[string, string][]> {
  const pages = async (folder: string) =>
    (await readdir(folder, { recursive: true })).filter((path) => /\.html?$/.test(path) && !FOREIGN.test(path)).sort();
  const [before, now] = await Promise.all([pages(from), pages(to)]);
  const named = (paths: readonly string[], path: string) => {
    const same = paths.filter((other) => basename(other) === basename(path));
    return same.length === 1 ? same[0] : undefined;
  };
  const pairs = before.flatMap((path): [string, string][] => {
    const found = now.includes(path) ? path : named(before, path) && named(now, path);
    return found ? [[join(from, path), join(to, found)]] : [];
  });
  const step = Math.max(1, pairs.length / MAX_PAGES);
  return Array.from({ length: Math.min(MAX_PAGES, pairs.length) }, (_, i) => pairs[Math.floor(i * step)]).flatMap(
    (pair) => (pair ? [pair] : []),
  );
}

interface PairTarget {
  readonly to: string;
  /** Labels of other pages of the site, which repeat on each of them. */
  readonly known: Map<string, number>;
}

/** Labels two pages and writes them without what the labels are based on; false without labels. */
async function writePair(page: Page, files: readonly [string, string], { to, known }: PairTarget): Promise<boolean> {
  const keys = [];
  for (const file of files) {
    await page.setContent(await readPage(file), { waitUntil: 'domcontentloaded' });
    keys.push(await keysOn(page));
  }
  const [before, now] = keys;
  if (!before || !now) return false;
  const labels: SiteLabel[] = labelsOf(before, now, (key) => (known.get(key) ?? 0) >= MAX_REPEATS);
  if (labels.length < MIN_LABELS) return false;
  for (const { kind, value } of labels) known.set(`${kind} ${value}`, (known.get(`${kind} ${value}`) ?? 0) + 1);
  await mkdir(to, { recursive: true });
  for (const [i, file] of files.entries()) {
    await page.setContent(await readPage(file), { waitUntil: 'domcontentloaded' });
    await writeFile(join(to, i === 0 ? 'old.html' : 'new.html'), await hideKeys(page, labels, i === 1));
  }
  await writeFile(join(to, 'labels.json'), JSON.stringify(labels));
  return true;
}

/** Reads a page without scripts and resources of other hosts; its style sheets are loaded. */
async function readPage(file: string): Promise<string> {
  const html = (await readFile(file, 'utf8'))
    .replace(/<script[\s\S]*?<\/script>/gi, '')
    .replace(/<(iframe|object|embed|video|audio)[\s\S]*?<\/\1>/gi, '')
    .replace(/<link[^>]+(https?:)?\/\/[^>]*>/gi, '');
  const base = `<base href="${pathToFileURL(dirname(file)).href}/">`;
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => `${head}${base}`) : `${base}${html}`;
}
