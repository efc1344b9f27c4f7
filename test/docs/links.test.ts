import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const markdownIn = (directory: string): string[] =>
  readdirSync(directory, { encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(directory, name));

const pages = [...markdownIn('.'), ...markdownIn('docs'), ...markdownIn('docs/decisions')];

const prose = (page: string) => readFileSync(page, 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** The anchors that a page's headings get. */
const anchorsOf = (page: string): string[] =>
  [...prose(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (page: string): string[] =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target));

test.each(pages)('every link in %s leads somewhere', (page) => {
  const broken = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('the index names every page', () => {
  const names = markdownIn('docs').map((page) => page.slice('docs/'.length));
  expect(linksOf('docs/README.md')).toEqual(expect.arrayContaining(names.filter((name) => name !== 'README.md')));
});
