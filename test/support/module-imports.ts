import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** One import specifier of one file. */
export interface Import {
  /** Path of the importing file, from the root of the repository. */
  from: string;
  /** Path of the imported file, or name of a package. */
  to: string;
  /** Whether the import has no effect at run time. */
  typeOnly: boolean;
}

/** Allowed imports of the files of one part. */
export interface Rule {
  /** Other parts; `type part` allows types only. */
  may: string[];
  /** Forbidden packages. */
  never?: RegExp;
}

const STATIC = /^[ \t]*(?:import|export)\s+(type\s+)?((?:[\w$*\s,]|\{[^}]*\})*?)from\s*['"]([^'"]+)['"]/gm;
const BARE = /^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** True for `{ type A, type B }`. */
const namesOnlyTypes = (clause: string) =>
  /^\s*\{/.test(clause) &&
  clause
    .replace(/[{}\s]+/g, ' ')
    .split(',')
    .every((name) => /^\s*(type\s|$)/.test(name));

/** Imports of one file. */
export function importsOf(from: string, source: string): Import[] {
  const resolve = (specifier: string) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
  const found: Import[] = [];
  for (const [, type, clause = '', specifier = ''] of source.matchAll(STATIC)) {
    found.push({ from, to: resolve(specifier), typeOnly: type !== undefined || namesOnlyTypes(clause) });
  }
  for (const pattern of [BARE, DYNAMIC]) {
    for (const [, specifier = ''] of source.matchAll(pattern)) {
      found.push({ from, to: resolve(specifier), typeOnly: false });
    }
  }
  return found;
}

/** Imports of all modules below a directory. */
export function readImports(directory: string): Import[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]sx?$/.test(name))
    .map((name) => join(directory, name))
    .flatMap((path) => importsOf(path.split(sep).join('/'), readFileSync(path, 'utf8')));
}

/**
 * Part that a file belongs to: `resolvers` for `src/resolvers/core/auth/me.ts`, `errors` for
 * `src/errors.ts`, `test` for `test/support/module-imports.ts`. The dashboard and the command line
 * are parts of their own.
 */
export function partOf(path: string): string | undefined {
  if (path.startsWith('clients/dashboard/')) return 'dashboard';
  if (path.startsWith('clients/guide/')) return 'guide';
  if (path.startsWith('clients/cli/')) return 'commands';
  if (path.startsWith('clients/source-plugin/')) return 'source-plugin';
  const [root, ...rest] = path.split('/');
  if (root !== 'src') return ['test', 'clients', 'scripts'].includes(root ?? '') ? root : undefined;
  return rest[0]?.replace(/\.ts$/, '');
}

/** Describes every import that the rules forbid. */
export function findViolations(imports: Import[], rules: Record<string, Rule>): string[] {
  return imports.flatMap(({ from, to, typeOnly }) => {
    const rule = rules[partOf(from) ?? ''];
    if (!rule) return [`${from} belongs to no part that has a rule`];
    const target = partOf(to);
    if (target === undefined) return rule.never?.test(to) ? [`${from} imports the package ${to}`] : [];
    const allowed =
      target === partOf(from) || rule.may.includes(target) || (typeOnly && rule.may.includes(`type ${target}`));
    return allowed ? [] : [`${from} imports ${to}${typeOnly ? ' (types)' : ''}`];
  });
}

/** Folders of the dashboard that every screen may import. */
const SHARED_FOLDERS = ['data', 'filter', 'i18n', 'keys', 'picture', 'ui'];

/** Describes every import of a screen of the dashboard by another folder; the routes import all. */
export function findScreenViolations(imports: Import[]): string[] {
  const folderOf = (path: string) => /^clients\/dashboard\/(\w+)\//.exec(path)?.[1];
  return imports.flatMap(({ from, to }) => {
    const [importer, imported] = [folderOf(from), folderOf(to)];
    if (!importer || !imported || importer === imported || SHARED_FOLDERS.includes(imported)) return [];
    return [`${from} imports ${to}`];
  });
}

/**
 * Imports between the folders of a client, types included. Files beside the folders start and
 * connect them.
 */
export function folderImports(imports: Import[], client: string): { from: string; to: string }[] {
  const folderOf = (path: string) => (path.startsWith(`${client}/`) ? path.slice(client.length + 1).split('/') : []);
  return imports.flatMap((each) => {
    const [[from = '', ...below], [to = '', ...others]] = [folderOf(each.from), folderOf(each.to)];
    return below.length > 0 && others.length > 0 && from !== to ? [{ from, to }] : [];
  });
}

const TIERS = ['platform', 'core', 'addons'];

/** Area that a file belongs to: `core/auth` for `src/resolvers/core/auth/me.ts`. */
const areaOf = (path: string): string | undefined => /^src\/resolvers\/([^/]+\/[^/]+)\//.exec(path)?.[1];

/** Imports between areas, types included, each pair once with a file as its example. */
export function areaImports(imports: Import[]): { from: string; to: string; example: string }[] {
  const found = new Map<string, { from: string; to: string; example: string }>();
  for (const each of imports) {
    const [from, to] = [areaOf(each.from), areaOf(each.to)];
    if (!from || !to || from === to) continue;
    const pair = `${from} -> ${to}`;
    if (!found.has(pair)) found.set(pair, { from, to, example: `${each.from} imports ${each.to}` });
  }
  return [...found.values()];
}

/** Describes every import of an area in a higher tier, and every area outside the tiers. */
export function findTierViolations(imports: Import[]): string[] {
  const tierOf = (area: string) => TIERS.indexOf(area.split('/')[0] ?? '');
  return areaImports(imports).flatMap(({ from, to, example }) =>
    tierOf(from) >= 0 && tierOf(to) >= 0 && tierOf(to) <= tierOf(from) ? [] : [example],
  );
}

/** Every cycle of a graph, once, as the nodes on it. */
export function findCycles(edges: readonly { from: string; to: string }[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    const start = path.indexOf(node);
    if (start >= 0) {
      cycles.push([...path.slice(start), node].join(' -> '));
      return;
    }
    if (done.has(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}
