import type { Messages } from '../i18n/messages.ts';
import { h } from '../shadow-host/elements.ts';

/** The text field of a comment or a reply, with its problem message and its submit button. */
export interface TextField {
  readonly field: HTMLTextAreaElement;
  /** Hidden while there is no problem. */
  readonly problem: HTMLElement;
  /**
   * The button that sends. Ctrl+Enter and Cmd+Enter in the field press it. It submits no form: a
   * frame with a sandbox may forbid that.
   */
  readonly send: HTMLButtonElement;
  /** Returns the trimmed text; empty, with the problem shown, when it cannot be sent. */
  validate(): string;
  /** While busy, the text cannot be edited or sent. */
  setBusy(busy: boolean): void;
  /**
   * Shows a problem below the field that it concerns and scrolls to it; hides it without lines.
   *
   * @param isInvalid true when the value of that field causes the problem.
   */
  showProblem(lines: readonly string[], isInvalid?: boolean, about?: HTMLElement): void;
}

/** Maximum length of a comment or a reply that the service accepts. */
const MAX_CONTENT_LENGTH = 10_000;

/** @param label accessible name of the field. */
export function createTextField(messages: Messages, label: string, submit: string, placeholder = label): TextField {
  const field = h('textarea', {
    dir: 'auto',
    placeholder,
    'aria-label': label,
  });
  const problem = h('div', { class: 'problem', id: 'problem', role: 'alert', hidden: '' });
  let described: HTMLElement = field;
  const send = h('button', { type: 'button', class: 'primary' }, submit);
  field.onkeydown = (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send.click();
  };
  const textField: TextField = {
    field,
    problem,
    send,
    validate() {
      const content = field.value.trim();
      const problem = !content
        ? messages.empty
        : content.length > MAX_CONTENT_LENGTH
          ? tooLong(messages, content.length)
          : '';
      if (!problem) return content;
      field.focus();
      textField.showProblem([problem], true);
      return '';
    },
    setBusy(busy) {
      field.readOnly = busy;
      // A disabled button would lose the focus.
      send.setAttribute('aria-disabled', String(busy));
      send.textContent = busy ? messages.sending : submit;
    },
    showProblem(lines, isInvalid = false, about = field) {
      for (const name of ['aria-describedby', 'aria-invalid']) described.removeAttribute(name);
      described = about;
      problem.replaceChildren(...lines.map((line) => h('p', {}, line)));
      problem.hidden = lines.length === 0;
      if (problem.hidden) return;
      about.setAttribute('aria-describedby', problem.id);
      if (isInvalid) about.setAttribute('aria-invalid', 'true');
      (about.closest('label') ?? about).after(problem);
      problem.scrollIntoView({ block: 'nearest' });
    },
  };
  return textField;
}

const tooLong = ({ e413 }: Messages, length: number) => `${e413} (${length} / ${MAX_CONTENT_LENGTH})`;
