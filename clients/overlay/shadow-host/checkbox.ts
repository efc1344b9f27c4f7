import { h } from './elements.ts';

export function checkbox(isChecked: boolean): HTMLInputElement {
  const box = h('input', { type: 'checkbox' });
  box.checked = isChecked;
  return box;
}

/** Creates the label of a checkbox. */
export const ticked = (box: HTMLInputElement, text: string) => h('label', { class: 'tick' }, box, h('span', {}, text));
