import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

/** One import specifier of one file. */
export interface Import {
  /** Path of the importing file, from the root of the repository. */
  from: string;
  /** Path of the imported file, or name of a package. */
  to: string;
  /** Gone after compilation. */
  typeOnly: boolean;
}

/** What the files of one part of the code may import. */
export interface Rule {
  /** Parts, its own left out; `type part` allows types alone. */
  may: string[];
  /** Packages that have no business there. */
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

/** The imports of one file, read off its text. */
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

/** The imports of every module under a directory. */
export function readImports(directory: string): Import[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]s$/.test(name))
    .map((name) => join(directory, name))
    .flatMap((path) => importsOf(path.split(sep).join('/'), readFileSync(path, 'utf8')));
}

/** `src/resolvers/core/auth/me.ts` is of the part `resolvers`, `src/errors.ts` of `errors`, `test/support/module-imports.ts` of `test`. */
export function partOf(path: string): string | undefined {
  const [root, ...rest] = path.split('/');
  if (root !== 'src') return ['test', 'clients', 'scripts'].includes(root ?? '') ? root : undefined;
  return rest[0]?.replace(/\.ts$/, '');
}

/** Every import that the rules do not allow, in words. */
export function violationsOf(imports: Import[], rules: Record<string, Rule>): string[] {
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

/** Every circle of imports that are there at run time, each once, as the files on it. */
export function circlesOf(imports: Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports.filter(({ typeOnly }) => !typeOnly))
    next.set(from, [...(next.get(from) ?? []), to]);
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push([...path.slice(start), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return circles;
}
