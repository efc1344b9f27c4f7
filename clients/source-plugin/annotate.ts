import { createRequire } from 'node:module';
import { basename, extname, join, relative, sep } from 'node:path';
import MagicString from 'magic-string';
import { jsxElements } from './jsx.ts';
import { htmlElements, type SvelteCompiler, svelteElements, type VueCompiler, vueElements } from './markup.ts';
import { hasContent, ID_ATTRIBUTE, idsOf, type TemplateElement } from './template.ts';

/** Which elements get ids: all, or only those with handlers, text or images. */
export type Scope = 'all' | 'content';

export interface AnnotateOptions {
  /** Absolute path of the project. Its compilers of Vue and Svelte are used. */
  readonly root: string;
  readonly elements: Scope;
}

/** An element with an id. */
export interface MarkedElement {
  readonly id: string;
  readonly tag: string;
  readonly component: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly insertAt: number;
}

/** Files that can contain elements. */
export const TEMPLATES = /\.(?:[cm]?[jt]sx|[cm]?js|vue|svelte|html?)$/;

/**
 * Returns the elements of a template with their ids.
 *
 * @param file path from the root of the project, with slashes
 * @throws {SyntaxError} when the code cannot be read
 */
export function markedElements(
  code: string,
  file: string,
  { root, elements: scope }: AnnotateOptions,
): MarkedElement[] {
  const elements = elementsOf(code, file, root);
  const ids = idsOf(file, elements);
  const fileName = basename(file, extname(file));
  const lines = lineStarts(code);
  return elements.flatMap((element) => {
    const { tag, component, start, insertAt, attributes } = element;
    const id = ids.get(element);
    // An id that the code states itself is left alone.
    if (!id || attributes.has(ID_ATTRIBUTE) || (scope === 'content' && !hasContent(element))) return [];
    const line = lines.findLastIndex((offset) => offset <= start) + 1;
    const column = start - (lines[line - 1] ?? 0) + 1;
    return [{ id, tag, component: component || fileName, line, column, insertAt }];
  });
}

/** Path of a template from the root of the project; undefined for files of packages and others. */
export function ownPath(root: string, file: string): string | undefined {
  const path = relative(root, file).split(sep).join('/');
  return TEMPLATES.test(path) && !/^\.\.|(?:^|\/)node_modules\//.test(path) ? path : undefined;
}

/** Adds the ids to the code; undefined when the code has no elements. */
export function annotate(code: string, file: string, options: AnnotateOptions): MagicString | undefined {
  const marked = markedElements(code, file, options);
  if (marked.length === 0) return undefined;
  const text = new MagicString(code);
  for (const { id, insertAt } of marked) text.appendLeft(insertAt, ` ${ID_ATTRIBUTE}="${id}"`);
  return text;
}

function elementsOf(code: string, file: string, root: string): TemplateElement[] {
  const load = (name: string) => createRequire(join(root, 'package.json'))(name);
  if (/\.html?$/.test(file)) return htmlElements(code);
  if (file.endsWith('.vue')) return vueElements(code, file, load('vue/compiler-sfc') as VueCompiler);
  if (file.endsWith('.svelte')) return svelteElements(code, file, load('svelte/compiler') as SvelteCompiler);
  // Most scripts contain no elements.
  return /<\/|\/>/.test(code) ? jsxElements(code, file) : [];
}

const lineStarts = (code: string): number[] => [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
