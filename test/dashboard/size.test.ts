import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../clients/dashboard/i18n/languages.ts';
import { bundleDashboard } from '../../scripts/dashboard-bundle.mjs';

const KB = 1_024;

let files: Map<string, Uint8Array>;
beforeAll(async () => {
  files = await bundleDashboard(process.cwd());
});

/** Bytes after compression by gzip. */
const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0);
const textOf = (name: string) => Buffer.from(files.get(name) ?? '').toString();

/** A script and the scripts that it loads with it. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported] of textOf(name).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) {
    withImports(`assets/${imported}`, found);
  }
  return found;
}
function scriptOf(entry: string): string {
  // A catalog has the language before its hash.
  const isScript = new RegExp(`^assets/${entry}-[A-Z\\d]{8}\\.js$`);
  const name = [...files.keys()].find((path) => isScript.test(path));
  if (!name) throw new Error(`The dashboard has no script ${entry}.`);
  return name;
}
const first = (entry = 'main') => [
  ...withImports(scriptOf(entry)),
  ...[...files.keys()].filter((name) => name.endsWith('.css')),
];

describe('the dashboard, compressed', () => {
  test('first chunk with all styles and one language: 130 KB', () => {
    expect(sizeOf([...first(), scriptOf('main-ja')])).toBeLessThanOrEqual(130 * KB);
  });

  test.each([
    'log-in',
    'register',
    'accept-invitation',
    'connect',
    'shell',
    'project-comments',
    'inbox',
    'board',
    'page-list',
    'page-view',
    'thread',
    'new-project',
    'snapshots',
    'compare',
    'comparison',
    'deployment-list',
    'deployment-report',
    'install',
    'project-screens',
    'organization-screens',
    'account-screens',
    'installation-screens',
  ])('%s: 100 KB more', (screen) => {
    const loaded = first();
    const more = [...withImports(scriptOf(screen))].filter((name) => !loaded.includes(name));
    expect(more.length).toBeGreaterThan(0);
    expect(sizeOf(more)).toBeLessThanOrEqual(100 * KB);
  });

  test('the panel with list, thread and one language: 252 KB', () => {
    const loaded = new Set(first('panel'));
    for (const screen of ['project-comments', 'thread']) withImports(scriptOf(screen), loaded);
    expect(loaded.size).toBeGreaterThan(3);
    expect(sizeOf([...loaded, scriptOf('main-ja'), scriptOf('panel-ja')])).toBeLessThanOrEqual(252 * KB);
  });

  test('everything in one language: 410 KB', () => {
    const others = Object.keys(LANGUAGES).filter((language) => language !== 'en');
    const catalogs = ['main', 'settings', 'deployments', 'panel'].flatMap((catalog) =>
      others.map((language) => scriptOf(`${catalog}-${language}`)),
    );
    expect(sizeOf([...files.keys()].filter((name) => !catalogs.includes(name)))).toBeLessThanOrEqual(410 * KB);
  });

  test.each(['main-ja', 'settings-fr', 'deployments-de', 'panel-es'])(
    '%s has the texts of its catalog',
    async (name) => {
      const directory = mkdtempSync(join(tmpdir(), 'texts-'));
      try {
        for (const file of withImports(scriptOf(name))) {
          writeFileSync(join(directory, file.replace('assets/', '')), files.get(file) ?? '');
        }
        const built = pathToFileURL(join(directory, scriptOf(name).replace('assets/', ''))).href;
        const catalog = readFileSync(`clients/dashboard/i18n/${name}.json`, 'utf8');
        expect((await import(/* @vite-ignore */ built)).default).toEqual(JSON.parse(catalog));
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );

  test('loads nothing from another origin', () => {
    expect(textOf('index.html')).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});
