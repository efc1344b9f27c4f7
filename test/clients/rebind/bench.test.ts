import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locatePair } from '../../../bench/rebind/page-pair.ts';
import { readTrials } from '../../../bench/rebind/trial.ts';
import { launchBrowser } from '../../support/browser.ts';
import { bundleEngine } from '../../support/client-bundle.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rebind-'));
});
afterAll(() => rm(folder, { recursive: true }));

const write = (contents: readonly string[]): Promise<string[]> =>
  Promise.all(
    contents.map(async (content, i) => {
      const file = join(folder, `${i}.html`);
      await writeFile(file, content);
      return file;
    }),
  );

/** Runs a benchmark on files with the given contents. */
async function bench(script: string, contents: readonly string[]) {
  const command = ['--import', 'tsx', `bench/rebind/${script}.ts`, ...(await write(contents))];
  return run(process.execPath, command).catch((error: { stdout: string; stderr: string }) => error);
}

const element = (number: number, text: string) => ({ tag: 'A', xpath: `/html[1]/body[1]/nav[1]/a[${number}]`, text });
const SITE = {
  site: 'bakery',
  cases: [{ target: element(1, 'Opening hours'), answer: '/html[1]/body[1]/nav[1]/a[2]' }],
  candidates: [
    { tag: 'P', xpath: '/html[1]/body[1]/main[1]/div[2]/p[3]', text: 'News of the week' },
    element(2, 'Opening hours'),
  ],
};

describe('bench:rebind', () => {
  test('prints one line of counts', async () => {
    const { stdout } = await bench('pairs-bench', [`${JSON.stringify(SITE)}\n\n`]);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      cases: 1,
      wrong: 0,
      rank1: 1,
      rank1Accuracy: 1,
      wrongWhenDeleted: 0,
      alone: { cases: 1, rank1Accuracy: 1 },
    });
  });

  const without = (...names: string[]) =>
    JSON.stringify(SITE, (name, value) => (names.includes(name) ? undefined : value));

  test.each([
    ['without tags', without('tag')],
    [
      'whose candidates are only texts',
      JSON.stringify({ ...SITE, candidates: [...SITE.candidates, {}, { text: 'Menu' }] }),
    ],
    ['with a byte order mark', `\uFEFF${JSON.stringify(SITE)}`],
  ])('reads a file %s', async (_, content) => {
    const { stdout } = await bench('pairs-bench', [content]);
    expect(JSON.parse(stdout)).toMatchObject({ cases: 1, wrong: 0, rank1: 1, wrongWhenDeleted: 0 });
  });

  test('counts a case without candidate paths as not found', async () => {
    const { stdout } = await bench('pairs-bench', [without('xpath', 'tag', 'text')]);
    expect(JSON.parse(stdout)).toMatchObject({ cases: 1, right: 0, rank1: 0 });
  });

  test.each([
    ['{', 'line 1: not JSON'],
    ['7', 'line 1: not an object'],
    ['{"cases": [], "candidates": []}', '"site" is missing'],
    ['{"site": "a", "candidates": []}', '"cases" is missing'],
    [
      '{"site": "a", "cases": [{"target": {"tag": "A", "xpath": "/a"}}], "candidates": []}',
      'cases[0].answer is missing',
    ],
    ['{"site": "a", "cases": [], "candidates": [7]}', 'candidates[0] is 7'],
  ])('reports the problem of %s', async (line, problem) => {
    const [file = ''] = await write([line]);
    await expect(readTrials(file)).rejects.toThrow(problem);
  });

  test('prints a problem in place of the counts', async () => {
    const { stdout, stderr } = await bench('pairs-bench', ['{']);
    expect(stderr).toContain('line 1: not JSON');
    expect(stdout).toBe('');
  });
});

describe('bench:pages', () => {
  const OLD = '<nav><a href="/a">Opening hours</a><a href="/b">Our bread</a></nav>';
  const NEW = '<nav><a href="/n">News of the week</a><a href="/a">Opening hours</a></nav>';
  let browser: Browser;
  let engine: string;
  beforeAll(async () => {
    [browser, engine] = await Promise.all([launchBrowser(), bundleEngine()]);
  });
  afterAll(() => browser.close());

  test('finds elements of the old page on the new one', async () => {
    const labels = [
      { old: '/html/body/nav/a[1]', new: '/html/body/nav/a[2]' },
      { old: '/html/body/nav/a[2]', new: null },
    ];
    const { stdout } = await bench('pages-bench', [OLD, NEW, JSON.stringify(labels)]);
    expect(JSON.parse(stdout)).toMatchObject({ cases: 2, wrong: 0, wrongWhenDeleted: 0, rank1: 1, rank1Accuracy: 0.5 });
  });

  test('handles pages with dialogs and with fields named like DOM members', async () => {
    const form = '<form class="cart"><input name="id"><input name="parentElement"><button>Add</button></form>';
    const withDialogs = (body: string) => `${body}${form}<script>alert('Welcome'); confirm('Cookies?')</script>`;
    const labels = [
      { old: '/html/body/nav/a[1]', new: '/html/body/nav/a[2]' },
      { old: '//form', new: '//form' },
    ];
    const { stdout } = await bench('pages-bench', [
      withDialogs(OLD),
      withDialogs(NEW),
      `\uFEFF${JSON.stringify(labels)}`,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ cases: 2, wrong: 0, rank1: 2, wrongWhenDeleted: 0 });
  });

  test('accepts any XPath as a label', async () => {
    const labels = [{ old: '//a[text()="Opening hours"]', new: '//*[@href="/a"]' }];
    const { stdout } = await bench('pages-bench', [OLD, NEW, JSON.stringify(labels)]);
    expect(JSON.parse(stdout)).toMatchObject({ cases: 1, wrong: 0, rank1: 1, wrongWhenDeleted: 0 });
  });

  test.each([
    ['{}', 'expected [{"old": xpath'],
    ['[{"old": "/html/body/p", "new": null}]', 'has no element /html/body/p'],
    ['[{"old": "//nav", "new": "//main"}]', 'has no element //main'],
    ['[{"old": "//nav[", "new": null}]', 'has no element //nav['],
    ['[{"old"', 'not JSON'],
  ])('reports the problem of %s', async (labels, problem) => {
    const [oldFile = '', newFile = '', labelsFile = ''] = await write([OLD, NEW, labels]);
    await expect(locatePair(browser, engine, { oldFile, newFile, labelsFile })).rejects.toThrow(problem);
  });

  test('prints a problem in place of the counts', async () => {
    const { stdout, stderr } = await bench('pages-bench', [OLD, NEW, '{}']);
    expect(stderr).toContain('expected [{"old": xpath');
    expect(stdout).toBe('');
  });
});

describe('bench:confidence', () => {
  test('compares the confidence of pairs, pages and generated changes with the results', async () => {
    const texts = ['Opening hours', 'Our bread', 'Where we are'];
    const sites = ['rye', 'spelt', 'oats', 'wheat', 'barley'].map((site) => ({
      site,
      cases: texts.map((text, i) => ({
        target: element(i + 1, `${text} ${site}`),
        answer: `/html[1]/body[1]/nav[1]/a[${3 - i}]`,
      })),
      candidates: [...texts].reverse().map((text, i) => element(i + 1, `${text} ${site}`)),
    }));
    const pages = join(folder, 'confidence');
    await mkdir(join(pages, 'bakery'), { recursive: true });
    const nav = (names: readonly string[]) => `<nav>${names.map((text) => `<a href="/">${text}</a>`).join('')}</nav>`;
    const files = {
      'old.html': nav(texts),
      'new.html': nav([...texts].reverse()),
      'labels.json': JSON.stringify(texts.map((_, i) => ({ old: `//a[${i + 1}]`, new: `//a[${3 - i}]` }))),
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(pages, 'bakery', name), content);
    const pairs = join(folder, 'pairs.jsonl');
    await writeFile(pairs, sites.map((site) => JSON.stringify(site)).join('\n'));
    const command = ['--import', 'tsx', 'bench/rebind/confidence-bench.ts', pairs, pages];
    const { stdout } = await run(process.execPath, command);
    const [ranges = '', , shifts = '', best] = stdout.trim().split('\n\n');
    const [head, , ...rows] = ranges.split('\n');
    expect(head).toContain('pairs: answers | confidence | right | pages: answers');
    expect(head).toContain('changes: answers');
    expect(shifts.split('\n').map((row) => row.split(' | ')[0])).toContain('| -0.4');
    expect(best).toMatch(/^Best: -?[\d.]+; without one site or page: -?[\d.]+ to -?[\d.]+$/);
    const cells = rows.map((row) => row.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
    expect(cells.map(([range]) => range)).toEqual([
      '0.25 to 0.5',
      '0.5 to 0.75',
      '0.75 to 0.9',
      '0.9 to 0.97',
      '0.97 to 1',
    ]);
    for (const [, ofPairs, , , ofPages, , , all] of cells) expect(Number(ofPairs) + Number(ofPages)).toBe(Number(all));
    const sure = cells.slice(2).reduce((sum, row) => sum + Number(row[4]), 0);
    expect(sure).toBeGreaterThan(0);
    expect(cells.slice(2).map((row) => row[6])).not.toContain('0 %');
  });
});
