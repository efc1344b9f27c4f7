/** Member of diagnostics; left out without hints. */
export interface SourceHints {
  /** The nearest first. */
  readonly source?: readonly SourceHint[];
  /** Id of the nearest element that the build plugin marked. */
  readonly elementId?: string;
}

/** A file that a page names for an element. */
interface SourceHint {
  /** Path of the file, at most its last four folders. */
  readonly file?: string;
  /** From 1. Only when the page states the line of the source, not that of built code. */
  readonly line?: number;
  readonly column?: number;
  readonly component?: string;
  /** Carrier of the hint. */
  readonly by: 'attribute' | 'comment' | 'react' | 'svelte' | 'vue';
}

/** Maximum number of hints: the element's own, and the components around it. */
const MAX_HINTS = 4;
const MAX_LEVELS = 30;
const MAX_SIBLINGS = 300;
/** Value of `Node.nodeType`. */
const COMMENT = 8;

/**
 * Reads where the code of an element is, from what build tools, frameworks in development and
 * templates leave on the page. The nearest file of the application is first. Files of libraries
 * and bundles are left out: no hint is better than a wrong one.
 */
export function sourceHints(element: Element): SourceHints {
  const readers = [attributeHints, svelteHints, vueHints, reactHints, commentHints];
  const found = readers.flatMap((read) => {
    try {
      return read(element).slice(0, MAX_HINTS);
    } catch {
      // The page's own objects may throw when they are read.
      return [];
    }
  });
  const keys = found.map(({ file, component }) => `${file} ${component}`);
  const source = found.filter((_hint, index) => keys.indexOf(keys[index] ?? '') === index).slice(0, MAX_HINTS);
  // The service leaves out what is not an id.
  const elementId = element.closest('[data-pb]')?.getAttribute('data-pb')?.slice(0, 32);
  return { ...(source[0] && { source }), ...(elementId && { elementId }) };
}

/** The element and those around it, through shadow roots. */
function* around(element: Element): Generator<Element> {
  let next: Element | null = element;
  for (let level = 0; next && level < MAX_LEVELS; level++) {
    yield next;
    const root = next.getRootNode();
    next = next.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
}

/** Attributes with the place of an element in the code, `file:line:column` or a part of it. */
const PLACE_ATTRIBUTES = [
  'data-insp-path',
  'data-v-inspector',
  'data-tsd-source',
  'data-locatorjs',
  'data-inspector-relative-path',
  'data-astro-source-file',
  'data-sentry-source-file',
];
const PLACE = /^(.*?)(?::(\d+))?(?::(\d+))?(?::[\w-]+)?$/;
/** Names of the attributes with a line, a column and a component beside that with the file. */
const BESIDE: Record<string, readonly [place: string, column: string, component: string]> = {
  'data-astro-source-file': ['data-astro-source-loc', '', ''],
  'data-inspector-relative-path': ['data-inspector-line', 'data-inspector-column', ''],
  'data-sentry-source-file': ['', '', 'data-sentry-component'],
};

function attributeHints(element: Element): SourceHint[] {
  return [...around(element)].flatMap((each) =>
    PLACE_ATTRIBUTES.flatMap((name) => {
      const value = each.getAttribute(name);
      if (!value) return [];
      const [place = '', second = '', component = ''] = BESIDE[name] ?? [];
      const lines = [place, second].map((beside) => (beside && each.getAttribute(beside)) || '').filter((part) => part);
      const [, path = '', line, column] = PLACE.exec([value, ...lines].join(':')) ?? [];
      return hint('attribute', path, line, column, (component && each.getAttribute(component)) || undefined);
    }),
  );
}

interface SvelteMeta {
  loc?: { file?: string; line?: number; column?: number; char?: number };
}

function svelteHints(element: Element): SourceHint[] {
  return [...around(element)].flatMap((each) =>
    valuesOf<SvelteMeta>(each, /^__svelte_meta$/).flatMap(({ loc }) => {
      if (!loc?.line) return [];
      // Svelte 3 and 4 count lines from 0, and state the position in the file, too.
      return hint('svelte', loc.file, loc.line + (loc.char === undefined ? 0 : 1), loc.column);
    }),
  );
}

interface VueComponent {
  type?: VueOptions;
  $options?: VueOptions;
  parent?: VueComponent;
  $parent?: VueComponent;
}
interface VueOptions {
  __file?: string;
  __name?: string;
  name?: string;
}

function vueHints(element: Element): SourceHint[] {
  const nearest = [...around(element)].flatMap((each) =>
    valuesOf<VueComponent>(each, /^__vue(__|ParentComponent)$/),
  )[0];
  return chain(nearest, (component) => component.parent ?? component.$parent).flatMap(({ type, $options }) => {
    const { __file, __name, name } = type ?? $options ?? {};
    return hint('vue', __file, undefined, undefined, name ?? __name);
  });
}

interface Fiber {
  type?: { name?: string; displayName?: string } | string;
  name?: string;
  _debugOwner?: Fiber | null;
  owner?: Fiber | null;
  _debugSource?: { fileName?: string; lineNumber?: number; columnNumber?: number } | null;
  _debugStack?: Error | null;
  debugStack?: Error | null;
}

function reactHints(element: Element): SourceHint[] {
  const nearest = [...around(element)].flatMap((each) =>
    valuesOf<Fiber>(each, /^__react(Fiber|InternalInstance)\$/),
  )[0];
  return chain(nearest, ownerOf).flatMap((fiber) => {
    const { fileName, lineNumber, columnNumber } = fiber._debugSource ?? {};
    const file = fileName ?? fileOfStack((fiber._debugStack ?? fiber.debugStack)?.stack);
    const owner = ownerOf(fiber);
    const { type, name } = owner ?? {};
    const component = typeof type === 'object' || typeof type === 'function' ? (type.displayName ?? type.name) : name;
    return hint('react', file, lineNumber, columnNumber, component);
  });
}

/** The component whose code contains the element. Components of a server have no fiber. */
const ownerOf = (fiber: Fiber): Fiber | null | undefined => fiber._debugOwner ?? fiber.owner;

/** Address in a line of a stack. Its line and column are those of built code. */
const FRAME = /\(?((?:[a-z][\w+.-]*:)?\/?[^\s()]*?):\d+:\d+\)?$/;

const fileOfStack = (stack = ''): string | undefined =>
  stack
    .split('\n')
    .map((line) => FRAME.exec(line.trim())?.[1]?.replace(/^.*@(?=\w+:)/, ''))
    .find((address) => address && fileOf(address));

const BEGIN = /^ BEGIN (?:OUTPUT from )?'?([^\s']+)'? $/;
const END = /^ END /;
/** Phoenix: the name of a component, its file and line. */
const OPENED = /^ <([\w.]+)> (\S+):(\d+)/;
const CLOSED = /^ <\/[\w.]+> $/;

function commentHints(element: Element): SourceHint[] {
  return [...around(element)].flatMap((each) => {
    const found: SourceHint[] = [];
    let closed = 0;
    let node = each.previousSibling;
    for (let count = 0; node && count < MAX_SIBLINGS; count++, node = node.previousSibling) {
      const text = node.nodeType === COMMENT ? (node.nodeValue ?? '') : '';
      const [, template] = BEGIN.exec(text) ?? [];
      const [, component, file, line] = OPENED.exec(text) ?? [];
      if (END.test(text) || CLOSED.test(text)) closed++;
      else if (template || file) {
        if (closed === 0) found.push(...hint('comment', template ?? file, line, undefined, component));
        else closed--;
      }
    }
    return found;
  });
}

/** Objects of a framework that belong to an element; some are not enumerable. */
const valuesOf = <Value>(element: Element, members: RegExp): Value[] =>
  (({}).constructor as ObjectConstructor).getOwnPropertyNames(element).flatMap((name) => {
    const value = members.test(name) && (element as unknown as Record<string, Value | undefined>)[name];
    return value ? [value] : [];
  });

/** A value and those around it, at most as many as there are levels. */
function chain<Value>(first: Value | undefined, next: (value: Value) => Value | null | undefined): Value[] {
  const found: Value[] = [];
  for (let each: Value | null | undefined = first; each && found.length < MAX_LEVELS; each = next(each)) {
    found.push(each);
  }
  return found;
}

function hint(
  by: SourceHint['by'],
  path: string | undefined,
  line: string | number = 0,
  column: string | number = 0,
  name?: string,
): SourceHint[] {
  const file = path && fileOf(path);
  // The file of a component of a library is unknown, and its name alone does not help.
  if (!file) return [];
  return [
    {
      file,
      ...(+line > 0 && { line: +line }),
      ...(+column > 0 && { column: +column }),
      ...(name && COMPONENT.test(name) && { component: name }),
      by,
    },
  ];
}

const COMPONENT = /^[\p{L}_$][\p{L}\w$.-]{1,79}$/u;
const ORIGIN =
  /^(?:about:\/\/React\/Server\/)?(?:webpack(?:-internal)?:\/\/\/?(?:[\w@-]+\/)?(?:\([\w-]+\)\/)?|file:\/\/|https?:\/\/[^/]+)?/;
const SOURCE =
  /^[\p{L}\w@$()[\].+~-][\p{L}\w@$()[\].+~/-]*\.(?:[cm]?tsx?|jsx|vue|svelte|astro|html?|erb|haml|slim|h?eex|leex|exs?|php|twig|mdx?|liquid|hbs|njk|pug|[cm]?js)$/iu;
const FOREIGN =
  /(?:^|\/)(?:node_modules|_next|_nuxt|\.vite|bower_components|vendor)\/|\.min\.\w+$|[.-](?=\w*\d)[\da-z]{8,}\.\w+$/i;
/** Folders of the application's own code. A script below none of them is taken for a built file. */
const FOLDER = /(?:^|\/)(?:src|app|components|layouts|lib|pages|resources|routes|templates|views)\//;
const SCRIPT = /\.[cm]?js$/i;
const MAX_FOLDERS = 4;
const MAX_FILE = 200;

/** Path of a file of the application; undefined for files of libraries and for built files. */
function fileOf(address: string): string | undefined {
  const [stated = ''] = address.replace(ORIGIN, '').replace(/\\/g, '/').split(/[?#]/);
  const path = stated.replace(/^\/?(?:@fs\/)?(?:[a-z]:)?\/?(?:\.\/)*/i, '');
  if (!SOURCE.test(path) || FOREIGN.test(path) || (SCRIPT.test(path) && !FOLDER.test(path))) return undefined;
  const folders = path.split('/');
  // A path from the root of a disk starts with the home of a person.
  const own = path.search(FOLDER);
  const isOfDisk = /^(?:\/|\/?@fs\/|[a-z]:)/i.test(stated) && own > 0;
  const kept = (isOfDisk ? path.slice(own + 1).split('/') : folders).slice(-1 - MAX_FOLDERS).join('/');
  return kept.length <= MAX_FILE ? kept : undefined;
}
