import { h } from '../shadow-host/dom.ts';
import type { Words } from '../words/words.ts';

/** Where a comment or a reply is written, and sent from. */
export interface Composer {
  readonly field: HTMLTextAreaElement;
  /** What is wrong, while there is something. */
  readonly problem: HTMLElement;
  /** Submits the form that it stands in; Ctrl+Enter or Cmd+Enter in the field does so too. */
  readonly send: HTMLButtonElement;
  /** What is written, to be sent; empty, and explained, when it cannot be. */
  take(): string;
  /** While it is under way, nothing can be written or sent. */
  setBusy(busy: boolean): void;
  /** Says what is wrong, in sight, under the field that it is about; no lines: nothing. `isInvalid`: by what stands in that field. */
  explain(lines: readonly string[], isInvalid?: boolean, about?: HTMLElement): void;
}

/** Most characters that the service stores of one comment, or of one reply. */
const CONTENT_LIMIT = 10_000;

/** @param label what a screen reader calls the field. */
export function makeComposer(words: Words, placeholder: string, label: string, submit: string): Composer {
  const field = h('textarea', {
    dir: 'auto',
    placeholder,
    'aria-label': label,
  });
  const problem = h('div', { class: 'problem', id: 'problem', role: 'alert', hidden: '' });
  let explained: HTMLElement = field;
  const send = h('button', { type: 'submit', class: 'primary' }, submit);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send.click();
  });
  const composer: Composer = {
    field,
    problem,
    send,
    take() {
      const content = field.value.trim();
      const problem = !content ? words.empty : content.length > CONTENT_LIMIT ? tooLong(words, content.length) : '';
      if (!problem) return content;
      field.focus({ preventScroll: true });
      composer.explain([problem], true);
      return '';
    },
    setBusy(busy) {
      field.readOnly = busy;
      // Not disabled: that would take the focus away.
      send.setAttribute('aria-disabled', String(busy));
      send.textContent = busy ? words.sending : submit;
    },
    explain(lines, isInvalid = false, about = field) {
      for (const name of ['aria-describedby', 'aria-invalid']) explained.removeAttribute(name);
      explained = about;
      problem.replaceChildren(...lines.map((line) => h('p', {}, line)));
      problem.hidden = lines.length === 0;
      if (problem.hidden) return;
      about.setAttribute('aria-describedby', problem.id);
      if (isInvalid) about.setAttribute('aria-invalid', 'true');
      (about.closest('label') ?? about).after(problem);
      problem.scrollIntoView({ block: 'nearest' });
    },
  };
  return composer;
}

const tooLong = ({ e413 }: Words, length: number) => `${e413} (${length} / ${CONTENT_LIMIT})`;
