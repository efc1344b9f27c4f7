import { createHash } from 'node:crypto';

/** Attribute that the plugin adds to elements. */
export const ID_ATTRIBUTE = 'data-pb';

/** An element as a template states it. */
export interface TemplateElement {
  readonly tag: string;
  /** Function, class or file that renders it. */
  readonly component: string;
  /** False for components and for elements without an id, which are only around others. */
  readonly isMarked: boolean;
  /** Attributes by name, in lower case; an expression as its source, without formatting. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Own text and expressions, without formatting. */
  readonly text: string;
  readonly parent: TemplateElement | undefined;
  /** Place of the start tag in the code. */
  readonly start: number;
  /** Offset at which an attribute can be inserted: behind the name of the tag. */
  readonly insertAt: number;
}

/** Attributes by which code and people name an element. Looks are not among them. */
const NAMING = new Set([
  ...['id', 'name', 'href', 'to', 'src', 'alt', 'for', 'htmlfor', 'role', 'title', 'placeholder', 'aria-label'],
  ...['data-testid', 'data-test', 'data-test-id', 'data-cy', 'data-qa'],
]);
const LOOKS = new Set(['class', 'classname', 'style', ID_ATTRIBUTE]);
/** 62^7 ids: among 20,000 elements, two share one with a probability below one in ten thousand. */
const ID_LENGTH = 7;
const HANDLER = /^(?:on|@|v-on:)/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns the id of each marked element. An id depends on what the element is: its file,
 * component, tag, names and text. Lines and formatting do not count. The elements around it, its
 * other attributes and its look count only where elements are equal without them. Elements that
 * are equal in all of this share an id, so an id never passes to another element.
 *
 * @param file path from the root of the project, with slashes
 */
export function idsOf(file: string, elements: readonly TemplateElement[]): Map<TemplateElement, string> {
  const children = grouped(elements, ({ parent }) => parent);
  const within = (element: TemplateElement): TemplateElement[] =>
    (children.get(element) ?? []).flatMap((child) => [child, ...within(child)]);
  /** A container is known by the first thing in it, an icon by its component. */
  const labelOf = (element: TemplateElement) =>
    nameOf(element) ||
    within(element)
      .map((each) => nameOf(each) || (each.isMarked ? '' : each.tag))
      .find(Boolean) ||
    handlersOf(element);
  const distinctions: ((element: TemplateElement) => string)[] = [
    (element) => around(element).join('>'),
    (element) => [element, ...within(element)].map(everythingOf).join('|'),
    (element) => namesOf(element, LOOKS),
  ];
  const marked = elements.filter(({ isMarked }) => isMarked);
  let groups: (readonly [string, TemplateElement[]])[] = [
    ...grouped(marked, (element) => `${element.component}\n${element.tag}\n${labelOf(element)}`),
  ];
  for (const distinguish of distinctions) {
    groups = groups.flatMap(([key, group]) =>
      group.length > 1 ? [...grouped(group, (element) => `${key}\n${distinguish(element)}`)] : [[key, group] as const],
    );
  }
  return new Map(
    groups.flatMap(([key, group]) => group.map((element) => [element, hashOf(`${file}\n${key}`)] as const)),
  );
}

const nameOf = (element: TemplateElement) => [namesOf(element, NAMING), element.text].filter(Boolean).join(' ');

const handlersOf = ({ attributes }: TemplateElement) =>
  [...attributes].flatMap(([name, value]) => (HANDLER.test(name) ? [name, value] : [])).join(' ');

function grouped<Key>(
  elements: readonly TemplateElement[],
  keyOf: (element: TemplateElement) => Key,
): Map<Key, TemplateElement[]> {
  const groups = new Map<Key, TemplateElement[]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group) group.push(element);
    else groups.set(key, [element]);
  }
  return groups;
}

const around = ({ parent }: TemplateElement): string[] => (parent ? [...around(parent), parent.tag] : []);

const everythingOf = ({ tag, attributes, text }: TemplateElement) =>
  [tag, ...[...attributes].filter(([name]) => !LOOKS.has(name)).flat(), text].join(' ');

const namesOf = ({ attributes }: TemplateElement, names: ReadonlySet<string>) =>
  [...attributes]
    .filter(([name]) => names.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(' ');

function hashOf(key: string): string {
  let number = createHash('sha256').update(key).digest().readBigUInt64BE();
  let id = '';
  while (id.length < ID_LENGTH) {
    id += DIGITS[Number(number % 62n)];
    number /= 62n;
  }
  return id;
}

/** Removes what formatting may change from a text or an expression. */
export const withoutFormatting = (source: string): string =>
  source
    .replace(/['`]/g, '"')
    .replace(/,(?=\s*[)\]}])/g, '')
    .replace(/[\s();]+/g, '');

/** Source of an expression without formatting; a text alone without its quotation marks. */
export const expressionText = (source: string): string => withoutFormatting(source).replace(/^"([^"]*)"$/, '$1');

/** Handlers, text or images: what people comment on. */
export const hasContent = ({ tag, attributes, text }: TemplateElement): boolean =>
  text !== '' ||
  /^(?:a|audio|button|canvas|iframe|img|input|picture|select|svg|textarea|video)$/.test(tag) ||
  [...attributes.keys()].some((name) => HANDLER.test(name));

const INVISIBLE = /^(?:base|body|head|html|link|meta|noscript|script|slot|style|template|title)$/;

/** False for elements that nobody points at, and for parts of drawings. */
export function isVisible(tag: string, parent: TemplateElement | undefined): boolean {
  for (let each = parent; each; each = each.parent) if (each.tag === 'svg') return false;
  return !INVISIBLE.test(tag);
}
