import { createTextField } from '../form/text-field.ts';
import type { Messages } from '../i18n/messages.ts';
import { button, h } from '../shadow-host/elements.ts';

/** Time in which the service lets a visitor change a text, milliseconds. */
const EDIT_MS = 900_000;

export interface OwnTextOptions {
  readonly messages: Messages;
  readonly content: string;
  readonly createdAt: string;
  /** @returns false if the change failed, which was reported. */
  save(content: string): Promise<boolean>;
  /** Null where the text cannot be deleted. */
  readonly remove: (() => void) | null;
}

/** Creates the buttons by which a visitor changes or deletes their text; none if it is old. */
export function ownTextActions({ messages, content, createdAt, save, remove }: OwnTextOptions): HTMLElement[] {
  const edit = button('retry', () => {
    const text = createTextField(messages, messages.edit, messages.save, '');
    const close = () => {
      form.replaceWith(actions);
      edit.focus();
    };
    const buttons = h('div', { class: 'actions' }, button('quiet', close, [messages.cancel]), text.send);
    const form = h('form', { novalidate: '' }, text.field, text.problem, buttons);
    text.field.value = content;
    text.send.onclick = async () => {
      const changed = text.field.readOnly ? '' : text.validate();
      if (!changed) return;
      text.setBusy(true);
      if (await save(changed)) close();
      else text.setBusy(false);
    };
    actions.replaceWith(form);
    text.field.focus();
  }, [messages.edit]);
  const deleter = button('retry', () => {
    // The second press deletes.
    if (deleter.textContent === messages.removeAsk) remove?.();
    deleter.textContent = messages.removeAsk;
    deleter.name = 'asked';
  }, [messages.remove]);
  edit.hidden = Date.now() - Date.parse(createdAt) > EDIT_MS;
  deleter.hidden = !remove;
  const actions = h('div', { class: 'actions' }, edit, deleter);
  return edit.hidden && deleter.hidden ? [] : [actions];
}
