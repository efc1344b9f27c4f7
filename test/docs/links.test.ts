import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const markdownIn = (directory: string): string[] =>
  readdirSync(directory, { encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(directory, name));

const pages = [...markdownIn('.'), ...markdownIn('docs'), ...markdownIn('docs/decisions')];

const prose = (page: string) => readFileSync(page, 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** Anchors of a page's headings. */
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

test.each(pages)('%s has no broken links', (page) => {
  const broken = linksOf(page).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('lists every page in the index', () => {
  const names = markdownIn('docs').map((page) => page.slice('docs/'.length));
  expect(linksOf('docs/README.md')).toEqual(expect.arrayContaining(names.filter((name) => name !== 'README.md')));
});

test('lists every decision in ARCHITECTURE.md, in order', () => {
  const listed = [...prose('ARCHITECTURE.md').matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)].map(([, link]) => link);
  expect(listed).toEqual(markdownIn('docs/decisions').sort());
});

const CODE = ['src', 'clients', 'test', 'bench', 'scripts', 'prisma/schema.prisma', 'biome.json', '.env.example'];

const LEFT_OUT = ['src/generated', 'test/fixtures'].map((path) => join(path));

/** Source files, without generated ones and packages. */
const codeIn = (path: string): string[] => {
  if (!statSync(path).isDirectory()) return [path];
  if (LEFT_OUT.includes(path) || path.endsWith('node_modules')) return [];
  return readdirSync(path).flatMap((name) => codeIn(join(path, name)));
};

/** Paths of the repository in a text. */
const pathsIn = (text: string): string[] =>
  text.match(/(?<![\w/.@-])(?:src|clients|test|bench|scripts|prisma|docs)(?:\/[\w.-]+)+\.(?:ts|mjs|md|prisma)\b/g) ??
  [];

const commentsOf = (source: string): string =>
  [...source.matchAll(/(?:^|\s)(?:\/\/|\/\*|\*|#)(.*)$/gm)].map(([, comment = '']) => comment).join('\n');

test.each(pages)('%s names only existing files', (page) => {
  const text = prose(page);
  const created = [...text.matchAll(/^New file `(.+)`:$/gm)].map(([, path]) => path);
  expect(pathsIn(text).filter((path) => !existsSync(path) && !created.includes(path))).toEqual([]);
});

test('comments name only existing files', () => {
  const named = CODE.flatMap(codeIn).map((file) => ({ file, paths: pathsIn(commentsOf(readFileSync(file, 'utf8'))) }));
  expect(named.flatMap(({ paths }) => paths).length).toBeGreaterThan(20);
  const missing = named.map(({ file, paths }) => ({ file, paths: paths.filter((path) => !existsSync(path)) }));
  expect(missing.filter(({ paths }) => paths.length > 0)).toEqual([]);
});
