import { parse as parseDocument, parseFragment } from 'parse5';
import { expressionText, isVisible, type TemplateElement, withoutFormatting } from './template.ts';

interface HtmlNode {
  readonly nodeName: string;
  readonly tagName?: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly HtmlNode[];
  readonly content?: HtmlNode;
  readonly sourceCodeLocation?: {
    readonly startOffset: number;
    readonly startTag?: { readonly startOffset: number };
  } | null;
}

/** Reads the elements of a page or a part of a page in plain HTML. */
export function htmlElements(code: string): TemplateElement[] {
  const parse = /<(?:!doctype|html|head|body)\b/i.test(code) ? parseDocument : parseFragment;
  const elements: TemplateElement[] = [];
  const read = (node: HtmlNode, parent: TemplateElement | undefined): void => {
    const start = node.sourceCodeLocation?.startTag?.startOffset ?? node.sourceCodeLocation?.startOffset;
    const { tagName: tag } = node;
    let element: TemplateElement | undefined;
    // The parser adds elements that the code leaves out; they have no place.
    if (tag !== undefined && start !== undefined) {
      element = {
        tag,
        component: '',
        isMarked: isVisible(tag, parent),
        attributes: new Map((node.attrs ?? []).map(({ name, value }) => [name, value])),
        text: (node.childNodes ?? [])
          .map(({ nodeName, value }) => (nodeName === '#text' ? withoutFormatting(value ?? '') : ''))
          .join(''),
        parent,
        start,
        insertAt: start + 1 + tag.length,
      };
      elements.push(element);
    }
    for (const child of [...(node.childNodes ?? []), ...(node.content?.childNodes ?? [])])
      read(child, element ?? parent);
  };
  read(parse(code, { sourceCodeLocationInfo: true }) as unknown as HtmlNode, undefined);
  return elements;
}

interface VueNode {
  readonly type: number;
  readonly tag?: string;
  readonly props?: readonly VueAttribute[];
  readonly children?: readonly VueNode[];
  readonly content?: string | VueExpression;
  readonly loc: VuePlace;
}
interface VuePlace {
  readonly source: string;
  readonly start: { readonly offset: number };
}
interface VueExpression {
  readonly loc: VuePlace;
}
interface VueAttribute {
  readonly type: number;
  readonly name: string;
  readonly value?: { readonly content: string };
  readonly arg?: VueExpression;
  readonly exp?: VueExpression;
}
/** Types of nodes of Vue's parser. */
const ELEMENT = 1;
const TEXT = 2;
const INTERPOLATION = 5;
const ATTRIBUTE = 6;

/** Part of `vue/compiler-sfc` of the project. */
export interface VueCompiler {
  parse(
    code: string,
    options: { filename: string },
  ): { descriptor: { template: { lang?: string; ast?: VueNode } | null } };
}

/** Reads the elements of a single-file component of Vue 3.4 or later. */
export function vueElements(code: string, file: string, { parse }: VueCompiler): TemplateElement[] {
  const { template } = parse(code, { filename: file }).descriptor;
  const elements: TemplateElement[] = [];
  const read = (node: VueNode, parent: TemplateElement | undefined): void => {
    let element: TemplateElement | undefined;
    if (node.type === ELEMENT && node.tag) {
      const start = node.loc.start.offset;
      element = {
        tag: node.tag,
        component: '',
        isMarked: /^[a-z][a-z0-9]*$/.test(node.tag) && isVisible(node.tag, parent),
        attributes: new Map((node.props ?? []).map(vueAttribute)),
        text: (node.children ?? []).map(vueText).join(''),
        parent,
        start,
        insertAt: start + 1 + node.tag.length,
      };
      elements.push(element);
    }
    for (const child of node.children ?? []) read(child, element ?? parent);
  };
  // A template of Pug has no elements here.
  if (template?.ast && !template.lang) read(template.ast, undefined);
  return elements;
}

/** `:href="x"` names as `href="…"` does; `@click="x"` is a handler. */
function vueAttribute({ type, name, value, arg, exp }: VueAttribute): [name: string, value: string] {
  if (type === ATTRIBUTE) return [name, value?.content ?? ''];
  const of = arg?.loc.source ?? '';
  const expression = withoutFormatting(exp?.loc.source ?? '');
  if (name === 'bind' && of) return [of, expression];
  return [name === 'on' ? `@${of}` : `v-${name}${of && `:${of}`}`, expression];
}

function vueText(node: VueNode): string {
  if (node.type === TEXT && typeof node.content === 'string') return withoutFormatting(node.content);
  return node.type === INTERPOLATION ? withoutFormatting(node.loc.source) : '';
}

interface SvelteNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Part of `svelte/compiler` of the project. */
export interface SvelteCompiler {
  parse(code: string, options: { filename: string; modern: true }): object;
}

/** Reads the elements of a component of Svelte 4 or 5. */
export function svelteElements(code: string, file: string, { parse }: SvelteCompiler): TemplateElement[] {
  const elements: TemplateElement[] = [];
  const source = ({ start, end }: SvelteNode) => code.slice(start, end);
  const textOf = (node: SvelteNode): string =>
    /^(?:Text|MustacheTag|ExpressionTag)$/.test(node.type) ? withoutFormatting(source(node)) : '';
  const read = (node: SvelteNode, parent: TemplateElement | undefined): void => {
    let element: TemplateElement | undefined;
    if (/^(?:Element|RegularElement|InlineComponent|Component)$/.test(node.type) && node.name) {
      const { name: tag, start } = node;
      element = {
        tag,
        component: '',
        isMarked: /^(?:Element|RegularElement)$/.test(node.type) && isVisible(tag, parent),
        attributes: new Map(nodesOf(node.attributes).map((attribute) => svelteAttribute(attribute, source(attribute)))),
        text: nodesOf((node.fragment as SvelteNode | undefined)?.nodes ?? node.children)
          .map(textOf)
          .join(''),
        parent,
        start,
        insertAt: start + 1 + tag.length,
      };
      elements.push(element);
    }
    for (const [member, value] of Object.entries(node)) {
      if (member === 'attributes' || member === 'metadata' || member === 'parent') continue;
      for (const child of nodesOf(value)) read(child, element ?? parent);
    }
  };
  const { fragment, html } = parse(code, { filename: file, modern: true }) as {
    fragment?: SvelteNode;
    html?: SvelteNode;
  };
  for (const root of nodesOf([fragment ?? html])) read(root, undefined);
  return elements;
}

const nodesOf = (value: unknown): SvelteNode[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (each): each is SvelteNode => typeof each === 'object' && each !== null && typeof each.type === 'string',
  );

/** `on:click={x}` and `onclick={x}` are handlers; `{name}` states the attribute `name`. */
function svelteAttribute({ name = '' }: SvelteNode, source: string): [name: string, value: string] {
  const [, , value = source] = /^([^=]*)=(.*)$/s.exec(source) ?? [];
  return [name, expressionText(value)];
}
