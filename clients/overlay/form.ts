import { button, h } from './dom.ts';
import { Failure } from './failure.ts';

/** What a comment form needs from outside. */
export interface FormOptions {
  /** Text to begin with. */
  readonly initial: string;
  /** Stores the comment. A {@link Failure} keeps the form and shows its lines. */
  submit(content: string): Promise<void>;
  cancel(): void;
}

/** A form, and the field that should get the focus. */
export interface CommentForm {
  readonly form: HTMLFormElement;
  readonly field: HTMLTextAreaElement;
}

/** Most characters that the service stores of one comment. */
const CONTENT_LIMIT = 10_000;

/** A text field with Submit and Cancel. Ctrl+Enter or Cmd+Enter submits too. */
export function commentForm({ initial, submit, cancel }: FormOptions): CommentForm {
  const field = h('textarea', {
    rows: '4',
    maxlength: String(CONTENT_LIMIT),
    placeholder: 'What should change here?',
    'aria-label': 'Your comment',
    dir: 'auto',
  });
  const problem = h('div', { class: 'problem', role: 'alert', hidden: '' });
  const send = h('button', { type: 'submit', class: 'primary' }, 'Submit');
  const form = h(
    'form',
    { novalidate: '' },
    field,
    problem,
    h('div', { class: 'actions' }, button('quiet', cancel, ['Cancel']), send),
  );
  field.value = initial;

  const explain = (lines: readonly string[]) => {
    problem.replaceChildren(...lines.map((line) => h('p', {}, line)));
    problem.hidden = lines.length === 0;
  };
  const setBusy = (busy: boolean) => {
    field.readOnly = busy;
    send.disabled = busy;
    send.textContent = busy ? 'Sending…' : 'Submit';
  };
  const onSubmit = async () => {
    const content = field.value.trim();
    explain(content ? [] : ['Write something first.']);
    if (!content || send.disabled) return field.focus();
    setBusy(true);
    try {
      await submit(content);
    } catch (error) {
      explain(error instanceof Failure ? error.lines : ['Something went wrong here. Your text is kept: try again.']);
      setBusy(false);
      field.focus();
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send.click();
  });
  return { form, field };
}
