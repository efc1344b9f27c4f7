/** Kind of interaction that an element offers; empty for static content. */
export type Control = '' | 'button' | 'check' | 'field' | 'link';

/** Number of last path steps in which an `a` makes the element part of a link. */
const LINK_STEPS = 4;
const BUTTON_NAME = /button|btn|submit/i;

/** Determines the control by tag, type and ancestors, or else by button-like names. */
export function controlOf(tag: string, type: string, path: readonly string[], names: string): Control {
  if (/^(input|textarea|select)$/.test(tag)) {
    if (/submit|button|reset|image/.test(type) || BUTTON_NAME.test(names)) return 'button';
    return /check|radio/.test(type) ? 'check' : 'field';
  }
  if (tag === 'button' || path.includes('button')) return 'button';
  if (tag === 'a' || path.slice(-LINK_STEPS).includes('a')) return 'link';
  return BUTTON_NAME.test(names) ? 'button' : '';
}
