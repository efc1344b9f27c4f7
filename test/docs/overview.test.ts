import { readdirSync, readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const [, tree = ''] = /## Tree\n\n```\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];

/** Paths of the tree: names before the description, with the directory that begins their line. */
const inTree = new Set(
  tree.split('\n').flatMap((line) => {
    const [named = ''] = line.split(/ {2,}(?=[a-zA-Z:])(?!\S*\.ts)/);
    const [first = '', ...others] = named.trim().split(/\s+/);
    const directory = first.slice(0, first.indexOf('/') + 1);
    return [first, ...others.map((name) => (name.startsWith(directory) ? name : directory + name))];
  }),
);

const entries = (directory: string) =>
  readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !name.endsWith('.test.ts') && name !== 'generated')
    .map((entry) => ({ path: `${directory}/${entry.name}`, isDirectory: entry.isDirectory() }));

test.each([
  ['src', entries('src')],
  ['clients', entries('clients').filter(({ isDirectory }) => isDirectory)],
  ['test', entries('test').filter(({ isDirectory }) => isDirectory)],
])('lists everything in %s in the tree of ARCHITECTURE.md', (_directory, present) => {
  const paths = present.map(({ path }) => path);
  const has = (path: string) => [...inTree].some((name) => name === path || name.startsWith(`${path}/`));
  expect(paths.filter((path) => !has(path))).toEqual([]);
});

test('lists exactly the existing commands in CONTRIBUTING.md', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object);
  const text = read('CONTRIBUTING.md');
  const named = [...text.matchAll(/npm run ([\w:]+)|npm (test|start)\b/g)].map(([, run, own]) => run ?? own);
  expect(named.filter((name) => !scripts.includes(String(name)))).toEqual([]);
  // npm runs these automatically before others.
  const commands = scripts.filter((name) => !/^pre(start|dev|test)$/.test(name));
  expect(commands.filter((name) => !new RegExp(`\\b${name}(?![\\w:])`).test(text))).toEqual([]);
});

test('shows an animation of the demo of twenty seconds in README.md, at most 2 MiB', async () => {
  const [, file = ''] = /\]\((docs\/images\/demo\.webp)\)/.exec(read('README.md')) ?? [];
  const { pages = 0, delay = [] } = await sharp(file, { pages: -1 }).metadata();
  expect(pages).toBeGreaterThan(30);
  const seconds = delay.reduce((sum, ms) => sum + ms, 0) / 1_000;
  expect(seconds).toBeGreaterThan(18);
  expect(seconds).toBeLessThan(22);
  expect(statSync(file).size).toBeLessThan(2 * 1_024 * 1_024);
});
