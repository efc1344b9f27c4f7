import { HTML } from './namespaces.ts';

type BuiltIns = typeof globalThis;

/** Built-ins that work only while their frame is part of the page. */
const NEEDS_FRAME = /^(URL|Abort|Mess|Res|Comp|m)/;

type Call = (...values: unknown[]) => unknown;

/** Functions of the window as the page has them at the time of a call: it may wrap them later. */
const page = window as never as Record<'fetch' | 'getComputedStyle' | 'matchMedia', Call>;

/** Beginning of the kind of object that a function returns; Firefox has CSSStyleProperties. */
const RESULTS = { getComputedStyle: 'CSSStyle', matchMedia: 'MediaQuery' } as const;

/**
 * Calls a function of the page, which may be a wrapper. Where it throws or returns another kind of
 * object, it is the page's own, and that of an empty frame is called.
 */
export function takeFunction<Name extends 'getComputedStyle' | 'matchMedia'>(name: Name): BuiltIns[Name] {
  let clean: Call | undefined;
  return ((...values: unknown[]) => {
    try {
      const result = page[name](...values);
      if (kindOf(result).startsWith(RESULTS[name])) return result;
    } catch {}
    clean ??= ofFrame(name) as Call;
    return clean(...values);
  }) as never;
}

/**
 * Does the same with `fetch`, but sends nothing again that a wrapper may have sent. Its frame is
 * removed with the end of the response.
 */
export function takeFetch(): (url: string, init: RequestInit) => Promise<Response> {
  /** A function of the page that does something else. */
  let other: Call | undefined;
  return async (url, init) => {
    const own = page.fetch;
    let isRead: true | undefined;
    try {
      // A wrapper has parameters.
      if (own !== other && (own.length || /\.{3}|arguments/.test(sourceOf(own)))) {
        const response = await Promise.race([
          page.fetch(url, {
            ...init,
            // Whatever sends the request reads it.
            get signal() {
              isRead = true;
              return init.signal;
            },
          }),
          new Promise((_, reject) => {
            // On the options, which have no such event, it does nothing.
            ((init.signal || init) as AbortSignal).onabort = reject;
          }),
        ]);
        if (kindOf(response) === 'Response') return response as Response;
      }
    } catch (error) {
      if (isRead) throw error;
    }
    other = own;
    const frame = addFrame();
    try {
      const response = await (frame.contentWindow as Window).fetch(url, init);
      return new Response((await response.text()) || null, response);
    } finally {
      frame.remove();
    }
  };
}

const sourceOf = (value: unknown): string => (() => {}).toString.call(value);

export const isNative = (value: unknown) => sourceOf(value).includes('[native code]');

const kindOf = (value: unknown) => ({}).toString.call(value).slice(8, -1);

/** True for a native class of this name, and for a namespace with native functions. */
const isBuiltIn = (value: unknown, name: string): boolean =>
  typeof value === 'function'
    ? value.name === name && isNative(value)
    : kindOf(value).toLowerCase() === name.toLowerCase() &&
      ['parse', 'stringify', 'DateTimeFormat'].every((key) => isNative(value?.[key as never] ?? {}.toString));

/**
 * Takes a built-in as the browser provides it, although the page's own code may have a global of
 * its name: from the page, else from a promise or an element, else from an empty frame. A
 * sandbox may prevent that; then the page's own value stays.
 */
export function take<Name extends string & keyof BuiltIns>(name: Name): BuiltIns[Name] {
  const own = (window as unknown as BuiltIns)[name];
  if (!(name in window) || isBuiltIn(own, name)) return own;
  // Firefox runs no callbacks of promises of a removed frame.
  const promise = (async () => {})();
  const { documentElement } = document;
  for (const instance of [promise, documentElement]) {
    for (let at: object = instance; at; at = ({}.constructor as ObjectConstructor).getPrototypeOf(at)) {
      const made = at.constructor;
      if (made.name === name && isNative(made)) return made as unknown as BuiltIns[Name];
    }
  }
  return ofFrame(name);
}

/** Adds an empty frame, which is not shown. */
function addFrame(): HTMLIFrameElement {
  const frame = document.createElementNS(HTML, 'iframe') as HTMLIFrameElement;
  frame.hidden = true;
  document.documentElement.append(frame);
  return frame;
}

function ofFrame<Name extends keyof BuiltIns>(name: Name): BuiltIns[Name] {
  const frame = addFrame();
  try {
    return (frame.contentWindow as unknown as BuiltIns)[name];
  } catch {
    return (window as unknown as BuiltIns)[name];
  } finally {
    if (!NEEDS_FRAME.test(name)) frame.remove();
  }
}
