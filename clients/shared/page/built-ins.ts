type BuiltIns = typeof globalThis;

/** Built-ins that work only while their frame is part of the page. */
const NEEDS_FRAME = /^(URL|Abort|Mess|Res|Comp|[fm])/;

const FUNCTION = /^[fgm]/;

/** Calls a function of the page as it is at that time: the page may replace it later. */
const ofPage = <Name extends keyof BuiltIns>(name: Name): BuiltIns[Name] =>
  ((...values: unknown[]) =>
    (window as never as Record<Name, (...all: unknown[]) => unknown>)[name](...values)) as never;

const isNative = (value: unknown) => (() => {}).toString.call(value).includes('[native code]');

/**
 * True for a native class or function of this name, and for a namespace with native functions. A
 * wrapper of `fetch`, `getComputedStyle` or `matchMedia` usually has another name and is kept; a
 * function of that name is not.
 */
const isBuiltIn = (value: unknown, name: string): boolean =>
  typeof value === 'function'
    ? value.name === name
      ? isNative(value)
      : FUNCTION.test(name)
    : {}.toString.call(value).toLowerCase() === `[object ${name.toLowerCase()}]` &&
      ['parse', 'stringify', 'DateTimeFormat'].every((key) => isNative(value?.[key as never] ?? {}.toString));

/**
 * Takes a built-in as the browser provides it, although the page's own code may have a global of
 * its name: from the page, else from a promise or an element, else from an empty frame. A
 * sandbox may prevent that; then the page's own value stays.
 */
export function take<Name extends string & keyof BuiltIns>(name: Name): BuiltIns[Name] {
  const page = window as unknown as BuiltIns;
  if (!(name in page) || isBuiltIn(page[name], name)) return FUNCTION.test(name) ? ofPage(name) : page[name];
  // Firefox runs no callbacks of promises of a removed frame.
  const promise = (async () => {})();
  const { documentElement } = document;
  for (const instance of [promise, documentElement]) {
    for (let at: object = instance; at; at = ({}.constructor as ObjectConstructor).getPrototypeOf(at)) {
      const made = at.constructor;
      if (made.name === name && isNative(made)) return made as unknown as BuiltIns[Name];
    }
  }
  const frame = document.createElement('iframe');
  frame.hidden = true;
  documentElement.append(frame);
  try {
    return (frame.contentWindow as unknown as BuiltIns)[name];
  } catch {
    return page[name];
  } finally {
    if (!NEEDS_FRAME.test(name)) frame.remove();
  }
}
