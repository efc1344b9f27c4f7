import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { bestShiftOf, leastThresholdOf, shift } from '../../../bench/rebind/calibration.ts';
import { replaceSection, tableOf } from '../../../bench/rebind/markdown.ts';
import { MUTATIONS } from '../../../bench/rebind/mutations.ts';
import { mutationsTable, OWN_PAGES, pagesIn, runMutations } from '../../../bench/rebind/mutations-table.ts';
import { fitLogOdds, fitRanking } from '../../../bench/rebind/regression.ts';

describe('bench:mutations', () => {
  test('applies every mutation and counts the results', async () => {
    const [head = '', , ...lines] = (await mutationsTable()).split('\n');
    const cells = (line: string) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const columns = cells(head).slice(1);
    const rows = Object.fromEntries(
      lines
        .map(cells)
        .map(([name = '', ...counts]) => [
          name,
          Object.fromEntries(counts.map((count, i) => [columns[i], Number(count)])),
        ]),
    );
    const edits = [10, 30, 60].map((share) => `edit text by ${share} %`);
    const kinds = [
      'wrap',
      'reorder',
      'rename classes',
      'retag',
      ...edits,
      'delete',
      'delete every fifth leaf',
      'duplicate',
      'duplicate innermost rows',
      'change counters, insert 2',
      'change adjoining counters, insert 2',
      'inflect words, insert 3',
    ];
    expect(Object.keys(rows)).toEqual(['nothing', ...kinds]);
    const pins = rows.nothing?.pins ?? 0;
    expect(pins).toBeGreaterThan(50);
    expect(rows.nothing).toEqual({ pins, right: pins, wrong: 0, moved: 0, orphaned: 0, rank1: pins });
    for (const [name, { right = 0, wrong = 0, moved = 0, orphaned = 0, ...row } = {}] of Object.entries(rows)) {
      expect([name, right + wrong + moved + orphaned]).toEqual([name, row.pins]);
      expect(wrong, name).toBeLessThan(pins / 30);
    }
    for (const name of kinds.slice(-3)) {
      const { pins: items = 0, rank1 = 0, wrong } = rows[name] ?? {};
      expect([name, wrong]).toEqual([name, 0]);
      expect(rank1, name).toBeGreaterThan(0.9 * items);
    }
    // Each leaf was deleted in one of five rounds, and found in the others.
    const { 'delete every fifth leaf': leaves = {} } = rows;
    expect(leaves.wrong).toBe(0);
    expect(leaves.right).toBeGreaterThan(0.75 * (leaves.pins ?? 0));
    expect(rows.delete).toMatchObject({ right: 0, rank1: 0 });
    // The more of a text is edited, the fewer elements are found.
    const found = edits.map((name) => rows[name]?.right ?? 0);
    expect(found).toEqual([...found].sort((a, b) => b - a));
    expect(found[0]).toBeGreaterThan(found[2] ?? 0);
  });
});

describe('bench:mutations of a folder', () => {
  test('reads the pages of subfolders without their scripts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pages-'));
    const card = (name: string, text: string) =>
      `<div><div><div><h3>${name}</h3></div><p>${text}</p><div><a href="#"><span>Read about ${name}</span></a></div></div></div>`;
    const cards = [card('Rye', 'Dark and dense'), card('Spelt', 'Light and nutty'), card('Oats', 'Soft and sweet')];
    try {
      await mkdir(join(folder, 'bakery'));
      await writeFile(join(folder, 'bakery', 'index.html'), `<main>${cards.join('')}</main><script>alert(1)</script>`);
      await writeFile(join(folder, 'notes.txt'), 'No page');
      const files = await pagesIn(folder);
      expect(files).toEqual([join(folder, 'bakery', 'index.html')]);
      const mutations = MUTATIONS.filter(({ name }) => /^(nothing|delete)$/.test(name));
      const [nothing, deleted] = (await mutationsTable(mutations, files)).split('\n').slice(2);
      expect(nothing).toBe('| nothing | 13 | 13 | 0 | 0 | 0 | 13 |');
      expect(deleted).toMatch(/^\| delete \| 13 \| 0 \|/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('confidence', () => {
  const answers = (count: number, confidence: number, right: number) =>
    Array.from({ length: count }, (_, i) => ({ source: 'bakery', confidence, isRight: i < right }));

  test('the threshold is the least one at which few answers of each set are wrong', () => {
    const [sure, unsure, wrong] = [answers(900, 0.95, 900), answers(100, 0.6, 40), answers(1, 0.8, 0)];
    expect(leastThresholdOf([sure, [...sure, ...unsure, ...wrong]])).toBe(0.61);
    expect(leastThresholdOf([sure])).toBe(0);
    expect(leastThresholdOf([sure, wrong])).toBe(1);
  });

  test('too small a confidence is raised, but not that of ambiguous answers', () => {
    const best = bestShiftOf([answers(100, 0.8, 88)]);
    expect(best).toBeGreaterThan(0.5);
    const [shifted, ambiguous, none] = shift(
      [...answers(1, 0.8, 1), ...answers(1, 0.45, 0), ...answers(1, 0, 0)],
      best,
    );
    expect(shifted?.confidence).toBeCloseTo(0.88, 1);
    expect([ambiguous?.confidence, none?.confidence]).toEqual([0.45, 0]);
  });

  test('each pin is located once with its element and once without', async () => {
    const wrap = MUTATIONS.filter(({ name }) => /^(wrap|delete|duplicate)$/.test(name));
    const results = await runMutations(wrap, OWN_PAGES, true);
    for (const { mutation, counts, answers, withoutElement } of results) {
      expect(answers).toHaveLength(counts.pins);
      expect(withoutElement.length, mutation.name).toBe(mutation.name === 'wrap' ? counts.pins : 0);
      expect(withoutElement.some(({ isRight }) => isRight)).toBe(false);
    }
  });
});

describe('fit:rebind', () => {
  const run = promisify(execFile);
  const link = (parent: string, number: number, text: string) => ({
    tag: 'A',
    xpath: `/html[1]/body[1]/${parent}[1]/a[${number}]`,
    text,
  });
  const site = (name: string) => ({
    site: name,
    cases: ['Opening hours', 'Our bread', 'Where we are'].map((text, i) => ({
      target: link('nav', i + 1, `${text} ${name}`),
      answer: `/html[1]/body[1]/header[1]/a[${3 - i}]`,
    })),
    candidates: ['Where we are', 'Our bread', 'Opening hours'].map((text, i) =>
      link('header', i + 1, `${text} ${name}`),
    ),
  });

  test('fits on a file of pairs and prints the results; with --dry, the weights are unchanged', async () => {
    const weights = new URL('../../../clients/shared/rebind/weights/fitted-weights.ts', import.meta.url);
    const before = await readFile(weights, 'utf8');
    const folder = await mkdtemp(join(tmpdir(), 'fit-'));
    const file = join(folder, 'pairs.jsonl');
    try {
      await writeFile(
        file,
        ['rye', 'spelt', 'oats', 'wheat', 'barley'].map((name) => JSON.stringify(site(name))).join('\n'),
      );
      const { stdout } = await run(process.execPath, ['--import', 'tsx', 'bench/rebind/fit.ts', '--dry', file]);
      expect(stdout).toContain('5 sites, 15 cases; each site judged by a model fitted on the others');
      expect(stdout).toContain('Rank-1: 100.0 % together');
      expect(stdout).toContain('Weights not written');
    } finally {
      await rm(folder, { recursive: true });
    }
    expect(await readFile(weights, 'utf8')).toBe(before);
  });

  const randomNumbers = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };

  test('the ranking learns which values are higher in right candidates', () => {
    const random = randomNumbers(1);
    const choices = Array.from({ length: 60 }, () => {
      const options = Array.from({ length: 5 }, () => Float64Array.of(random(), random(), random()));
      const worth = options.map(([first = 0, second = 0]) => 3 * first - 2 * second);
      return { options, isRight: worth.map((value) => value === Math.max(...worth)) };
    });
    const [first = 0, second = 0, third = 0] = fitRanking(choices, 0.001);
    expect(first).toBeGreaterThan(2);
    expect(second).toBeLessThan(-1);
    expect(Math.abs(third)).toBeLessThan(Math.abs(second) / 4);
  });

  test('the verifier learns log-odds', () => {
    const random = randomNumbers(2);
    const samples = Array.from({ length: 4_000 }, () => {
      const value = random() < 0.5;
      return { values: Float64Array.of(1, +value), isPositive: random() < (value ? 0.9 : 0.2) };
    });
    const [constant = 0, weight = 0] = fitLogOdds(samples, 0);
    const share = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
    expect(share(constant)).toBeCloseTo(0.2, 1);
    expect(share(constant + weight)).toBeCloseTo(0.9, 1);
  });

  test('the verifier learns only what the prior does not explain', () => {
    const random = randomNumbers(3);
    const samples = Array.from({ length: 4_000 }, () => {
      const prior = random() < 0.5 ? 2 : -1;
      return { values: Float64Array.of(1), prior, isPositive: random() < 1 / (1 + Math.exp(-prior - 0.5)) };
    });
    expect(fitLogOdds(samples, 0)[0]).toBeCloseTo(0.5, 0);
    expect(fitLogOdds(samples, 0)[0]).toBeGreaterThan(0.3);
  });
});

describe('docs:rebinding', () => {
  test('replaces a table', () => {
    const table = tableOf(['change', 'right'], [['wrap', 3]]);
    expect(table).toBe('| change | right |\n| --- | ---: |\n| wrap | 3 |');
    const text = 'Before\n\n<!-- it -->\n\nold\n\n<!-- /it -->\n\nAfter\n';
    const replaced = replaceSection(text, 'it', table);
    expect(replaced).toBe(`Before\n\n<!-- it -->\n\n${table}\n\n<!-- /it -->\n\nAfter\n`);
    expect(replaceSection(replaced, 'it', table)).toBe(replaced);
  });

  test('reports a missing section', () => {
    expect(() => replaceSection('Before', 'it', '')).toThrow('expected <!-- it --> and <!-- /it -->');
  });
});
