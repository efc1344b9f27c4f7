import { button, h } from '../shadow-host/dom.ts';
import { fill, type Words } from '../words/words.ts';
import { makeComposer } from './text-field.ts';
import type { Visitor } from './visitor.ts';

/** What was filled in. */
export interface Written {
  readonly content: string;
  readonly visitor: Visitor | null;
  readonly attachBrowser: boolean;
  readonly attachLines: boolean;
  readonly attachPicture: boolean;
}

/** What a comment form needs from outside. */
export interface FormOptions {
  /** Text to begin with. */
  readonly initial: string;
  /** Who writes; null for a member, whose name is known. */
  readonly visitor: Visitor | null;
  /** How many lines and requests could be attached. */
  readonly lines: number;
  readonly requests: number;
  /** What a picture of the page looks like; null when there can be none. */
  readonly picture: HTMLElement | null;
  submit(written: Written): void;
  cancel(): void;
}

/** A form, and what can be done with it. */
export interface CommentForm {
  readonly form: HTMLFormElement;
  /** What gets the focus. */
  readonly field: HTMLTextAreaElement;
  explain(lines: readonly string[]): void;
  setBusy(busy: boolean): void;
}

/** Most characters that the service stores of a name. */
const NAME_LIMIT = 120;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A text field, who writes, what to attach, Submit and Cancel. */
export function commentForm(words: Words, options: FormOptions): CommentForm {
  const { initial, visitor, lines, requests, picture, submit, cancel } = options;
  const { field, problem, send, take, setBusy, explain } = makeComposer(words, words.ask, words.yours, words.submit);
  field.rows = 4;
  field.value = initial;
  const name = h('input', { type: 'text', autocomplete: 'name', maxlength: `${NAME_LIMIT}`, dir: 'auto' });
  const email = h('input', { type: 'email', autocomplete: 'email', maxlength: '254', dir: 'auto' });
  const remember = checkbox(visitor?.isRemembered ?? false);
  [name.value, email.value] = [visitor?.name ?? '', visitor?.email ?? ''];
  const browser = checkbox(true);
  const log = checkbox(true);
  const image = checkbox(true);
  const hasLog = lines + requests > 0;

  const thumbnail = h('figure');
  const details = h(
    'details',
    {},
    h('summary', {}, words.details),
    h('p', { class: 'note' }, words.detailsHint),
    ticked(browser, words.attach),
    ...(hasLog ? [ticked(log, fill(words.attachLines, { n: lines, m: requests }))] : []),
    ...(picture ? [ticked(image, words.attachPicture), thumbnail] : []),
  );
  if (picture) {
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', words.picture);
    thumbnail.append(picture);
    image.addEventListener('change', () => {
      thumbnail.hidden = !image.checked;
    });
  }
  const who = h(
    'div',
    { class: 'who' },
    labelled(words.name, words.optional, name),
    labelled(words.email, words.optional, email),
    h('p', { class: 'note' }, words.emailHint),
    ticked(remember, words.remember),
  );
  const form = h(
    'form',
    { novalidate: '' },
    field,
    problem,
    ...(visitor ? [who] : []),
    details,
    h('div', { class: 'actions' }, button('quiet', cancel, [words.cancel]), send),
  );

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.readOnly) return;
    const content = take();
    if (!content) return;
    const address = email.value.trim();
    if (visitor && address && !EMAIL.test(address)) {
      email.focus({ preventScroll: true });
      return explain([words.badEmail], true, email);
    }
    explain([]);
    submit({
      content,
      visitor: visitor && { name: name.value.trim(), email: address, isRemembered: remember.checked },
      attachBrowser: browser.checked,
      attachLines: hasLog && log.checked,
      attachPicture: picture !== null && image.checked,
    });
  });
  return {
    form,
    field,
    explain,
    setBusy,
  };
}

function checkbox(checked: boolean): HTMLInputElement {
  const box = h('input', { type: 'checkbox' });
  box.checked = checked;
  return box;
}

const ticked = (box: HTMLInputElement, text: string) => h('label', { class: 'tick' }, box, h('span', {}, text));

const labelled = (text: string, aside: string, input: HTMLInputElement) =>
  h('label', { class: 'field' }, h('span', {}, text, ' ', h('small', {}, `(${aside})`)), input);
