import { attributeOf, callNative, parentOf, tagOf } from './dom-access.ts';

/** Language that a page is shown in. */
export interface PageLanguage {
  /**
   * Primary subtag of `lang` in lower case; empty if the page names none. Chinese keeps its script
   * or region.
   */
  readonly language: string;
  /** Whether the visitor's browser translated the page. */
  readonly isTranslated: boolean;
}

/**
 * Whether an element was inserted by browser translation around a text: a `font` that sets nothing.
 * Chrome and Google's element nest two, with `vertical-align: inherit`; Edge marks one with
 * `_mstmutation`. A `font` with attributes of the page's author is an element like others.
 */
export const isTranslationWrapper = (element: Element): boolean =>
  tagOf(element) === 'font' &&
  callNative(element, 'getAttributeNames').every(
    (name) =>
      /^(dir|lang|_mst.*)$/.test(name) || /^(vertical-align: ?inherit;?$|goog-)/.test(attributeOf(element, name) ?? ''),
  );

/** Returns the nearest element of the page's author. */
export function withoutWrapper(element: Element): Element {
  const parent = isTranslationWrapper(element) && parentOf(element);
  return parent ? withoutWrapper(parent) : element;
}

/**
 * Reads the language of a page, which some name at the body only, and the marks that Chrome,
 * Google's element and Edge leave.
 */
export function languageOf({ documentElement: root, body }: Document): PageLanguage {
  const named = (root && attributeOf(root, 'lang')) || (body && attributeOf(body, 'lang')) || '';
  const [, language = '', more = ''] = /^\s*([a-z]{2,3})(-\w+)?/i.exec(named) ?? [];
  return {
    language: (language + (/^zh$/i.test(language) ? more : '')).toLowerCase(),
    isTranslated:
      root !== null &&
      (/(^|\s)translated-(ltr|rtl)(\s|$)/.test(attributeOf(root, 'class') ?? '') ||
        callNative(root, 'querySelector', '[_msttexthash]') !== null),
  };
}

/** Whether the words of a target and of the page are probably those of two languages. */
export function isForeign(then: PageLanguage, now: PageLanguage): boolean {
  const areKnown = then.language !== '' && now.language !== '';
  return then.isTranslated !== now.isTranslated || (areKnown && then.language !== now.language);
}
