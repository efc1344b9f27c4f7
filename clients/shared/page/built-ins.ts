type BuiltIns = typeof globalThis;

/** Built-ins that work only while their frame is part of the page. */
const NEEDS_FRAME = /^(URL|AbortC|Resize|Message|Resp|Compr)/;

/** True for a function of this name in the browser's own code, and for a namespace of this name. */
const isBuiltIn = (value: unknown, name: string): boolean =>
  typeof value === 'function'
    ? value.name === name && (() => {}).toString.call(value).includes('[native code]')
    : {}.toString.call(value).toLowerCase() === `[object ${name.toLowerCase()}]`;

/**
 * Takes a built-in as the browser provides it, although the page's own code may have a global of
 * its name: from the page, else from a promise or an element, else from an empty frame. A
 * sandbox may prevent that; then the page's own value stays.
 */
export function take<Name extends string & keyof BuiltIns>(name: Name): BuiltIns[Name] {
  const page = window as unknown as BuiltIns;
  if (!(name in page) || isBuiltIn(page[name], name)) return page[name];
  // Firefox runs no callbacks of promises of a removed frame.
  const promise: object = (async () => {})();
  if (isBuiltIn(promise.constructor, name)) return promise.constructor as unknown as BuiltIns[Name];
  const { documentElement } = document;
  for (let at: object = documentElement; at; at = ({}.constructor as ObjectConstructor).getPrototypeOf(at)) {
    if (isBuiltIn(at.constructor, name)) return at.constructor as unknown as BuiltIns[Name];
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
