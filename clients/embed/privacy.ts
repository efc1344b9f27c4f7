import { HOST_TAG } from '../shared/page/host-tag.ts';
/** Amount of data that may be sent about an element. */
export type PrivacyLevel = 'open' | 'masked' | 'ignored';

const SECRET_TOKENS = /\b(cc-|one-time-code|current-password|new-password)/i;
const SECRET_NAMES =
  /passw|passco|card|cvc|cvv|iban|ssn|secret|token|2fa|mfa|(verif|secur|auth|time|sms|login)[\w-]*code|(^|[^a-z])otp/i;
/** Matches "otp" only as a capitalized part of a word; in lower case it may belong to "hotpot". */
const CAMEL_CASE_OTP = /[a-z]O(tp|TP)/;

/**
 * Returns the privacy level of an element. `data-svc-ignore` and `data-svc-mask` apply to all
 * descendants; secret fields are always masked.
 */
export function privacyLevelOf(element: Element): PrivacyLevel {
  if (element.closest(`[data-svc-ignore], ${HOST_TAG}`)) return 'ignored';
  return element.closest('[data-svc-mask]') || isSecret(element) ? 'masked' : 'open';
}

/** True for a password, payment or one-time code field. */
export function isSecret(element: Element, tag = element.localName): boolean {
  if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') return false;
  const attribute = (name: string) => element.getAttribute(name) || '';
  const names = `${attribute('name')} ${attribute('id')}`;
  return (
    attribute('type').toLowerCase() === 'password' ||
    SECRET_TOKENS.test(attribute('autocomplete')) ||
    SECRET_NAMES.test(names) ||
    CAMEL_CASE_OTP.test(names)
  );
}

/**
 * Code editors that render the typed text as ordinary elements: Monaco, CodeMirror 5 and 6, Ace.
 */
const EDITORS = '[role~=textbox i], .monaco-editor, .CodeMirror, .cm-editor, .ace_editor';

/** The native method: a form may have a field of that name. */
const { matches } = Element.prototype;

/**
 * True if the element's content may be typed by the visitor. Of a code editor, only the outermost
 * element matches.
 */
export const isUserInput = (element: Element, tag = element.localName): boolean =>
  tag === 'textarea' || (element as HTMLElement).isContentEditable === true || matches.call(element, EDITORS);

/** Like {@link isUserInput}, but also true for descendants of a code editor. */
export const isWithinUserInput = (element: Element): boolean =>
  isUserInput(element) || element.closest(EDITORS) !== null;
