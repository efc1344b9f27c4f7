/** What a visitor can do with an element; empty for what only shows something. */
export type Control = '' | 'button' | 'check' | 'field' | 'link';

/** How many steps above an element a link may stand to make it part of the link. */
const LINK_REACH = 4;
const BUTTON_NAME = /button|btn|submit/i;

/** Judges by tag, type and what the element stands in; at last by whether it is named like a button. */
export function controlOf(tag: string, type: string, path: readonly string[], names: string): Control {
  if (/^(input|textarea|select)$/.test(tag)) {
    if (/submit|button|reset|image/.test(type) || BUTTON_NAME.test(names)) return 'button';
    return /check|radio/.test(type) ? 'check' : 'field';
  }
  if (tag === 'button' || path.includes('button')) return 'button';
  if (tag === 'a' || path.slice(-LINK_REACH).includes('a')) return 'link';
  return BUTTON_NAME.test(names) ? 'button' : '';
}
