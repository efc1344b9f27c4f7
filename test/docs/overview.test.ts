import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const [, tree = ''] = /```\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];

/** What stands before the explanation, each name with the directory that its line begins with. */
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
])('the tree of ARCHITECTURE.md has everything in %s', (_directory, present) => {
  const paths = present.map(({ path }) => path);
  const has = (path: string) => [...inTree].some((name) => name === path || name.startsWith(`${path}/`));
  expect(paths.filter((path) => !has(path))).toEqual([]);
});

test('CONTRIBUTING.md has every command, and no other', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object);
  const text = read('CONTRIBUTING.md');
  const named = [...text.matchAll(/npm run ([\w:]+)|npm (test|start)\b/g)].map(([, run, own]) => run ?? own);
  expect(named.filter((name) => !scripts.includes(String(name)))).toEqual([]);
  // npm runs those before others by itself.
  const commands = scripts.filter((name) => !/^pre(start|dev|test)$/.test(name));
  expect(commands.filter((name) => !new RegExp(`\\b${name}(?![\\w:])`).test(text))).toEqual([]);
});
