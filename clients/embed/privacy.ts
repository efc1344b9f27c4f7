import { HOST_TAG } from '../shared/page/host-tag.ts';
/** How much of an element may be told. */
export type Openness = 'open' | 'masked' | 'ignored';

const SECRET_TOKENS = /\b(cc-|one-time-code|current-password|new-password)/i;
const SECRET_NAMES =
  /passw|passco|card|cvc|cvv|iban|ssn|secret|token|2fa|mfa|(verif|secur|auth|time|sms|login)[\w-]*code|(^|[^a-z])otp/i;
/** As part of a word written in capitals; in small letters it may be that of a hotpot. */
const CODE_WITHIN = /[a-z]O(tp|TP)/;

/** `data-svc-ignore` and `data-svc-mask` hold for everything within; fields for secrets are always masked. */
export function opennessOf(element: Element): Openness {
  if (element.closest(`[data-svc-ignore], ${HOST_TAG}`)) return 'ignored';
  return element.closest('[data-svc-mask]') || isSecret(element) ? 'masked' : 'open';
}

/** Whether a field is for a password, a payment or a one-time code. */
export function isSecret(element: Element, tag = element.localName): boolean {
  if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') return false;
  const of = (attribute: string) => element.getAttribute(attribute) || '';
  const names = `${of('name')} ${of('id')}`;
  return (
    of('type').toLowerCase() === 'password' ||
    SECRET_TOKENS.test(of('autocomplete')) ||
    SECRET_NAMES.test(names) ||
    CODE_WITHIN.test(names)
  );
}

/** Editors that write what is typed into ordinary elements: Monaco, CodeMirror 5 and 6, Ace. */
const EDITORS = '[role~=textbox i], .monaco-editor, .CodeMirror, .cm-editor, .ace_editor';

/** A form's field may have that name. */
const { matches } = Element.prototype;

/** Whether what stands in the element was typed by the visitor, or may be; of editors, the outermost element alone is asked. */
export const isTyped = (element: Element, tag = element.localName): boolean =>
  tag === 'textarea' || (element as HTMLElement).isContentEditable === true || matches.call(element, EDITORS);

/** As {@link isTyped}, of any element within an editor too. */
export const isWithinTyped = (element: Element): boolean => isTyped(element) || element.closest(EDITORS) !== null;
