import { createOwnFiles } from '../attachments/own-files.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import { checkbox, ticked } from '../shadow-host/checkbox.ts';
import { button, h } from '../shadow-host/elements.ts';
import type { Visitor } from '../visitor/storage.ts';
import { createTextField } from './text-field.ts';

export interface FormValues {
  readonly content: string;
  readonly visitor: Visitor | null;
  readonly attachBrowser: boolean;
  readonly attachLines: boolean;
  readonly attachPicture: boolean;
}

export interface CommentFormOptions {
  /** Initial text. */
  readonly initial: string;
  /** Says what the initial text was written about; empty if about the same element. */
  readonly draftNote: string;
  /** The author; null for a member, whose name the service knows. */
  readonly visitor: Visitor | null;
  /** Number of console lines that can be attached. */
  readonly lines: number;
  /** Number of failed requests that can be attached. */
  readonly requests: number;
  /** Preview of the picture; null when none can be attached. */
  readonly picture: HTMLElement | null;
  /** Files of the person, which the form changes. */
  readonly files: File[];
  /** Lets the person draw on the picture. */
  draw(onClosed: () => void): void;
  submit(values: FormValues): void;
  cancel(): void;
}

export interface CommentForm {
  readonly form: HTMLFormElement;
  /** Receives the focus. */
  readonly field: HTMLTextAreaElement;
  showProblem(lines: readonly string[]): void;
  setBusy(busy: boolean): void;
}

/** Maximum length of a name that the service accepts. */
const MAX_NAME_LENGTH = '120';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Creates a form with a text field, the author, attachments, Submit and Cancel. */
export function createCommentForm(messages: Messages, options: CommentFormOptions): CommentForm {
  const { initial, draftNote, visitor, lines, requests, picture, files, draw, submit, cancel } = options;
  const { field, problem, send, validate, setBusy, showProblem } = createTextField(
    messages,
    messages.ask,
    messages.submit,
  );
  field.value = initial;
  const input = (type: string, autocomplete: string, maxlength: string) =>
    h('input', { type, autocomplete, maxlength, dir: 'auto', placeholder: messages.optional });
  const name = input('text', 'name', MAX_NAME_LENGTH);
  const email = input('email', 'email', '254');
  const remember = checkbox(!!visitor?.isRemembered);
  [name.value, email.value] = [visitor?.name ?? '', visitor?.email ?? ''];
  const browser = checkbox(true);
  const log = checkbox(true);
  const image = checkbox(true);
  const hasLog = lines + requests > 0;

  const thumbnail = h('figure');
  const choices: [HTMLInputElement, string][] = [[browser, messages.theBrowser]];
  if (picture) choices.unshift([image, messages.thePicture]);
  if (hasLog) choices.push([log, formatMessage(messages.theConsole, { n: lines + requests })]);
  const extras = h(
    'div',
    { class: 'extras', hidden: '' },
    h('p', { class: 'note' }, messages.detailsHint),
    ...choices.map((choice) => ticked(...choice)),
    thumbnail,
  );
  const drawer = button('link draw', () => draw(() => drawer.focus()), [messages.draw]);
  if (picture) {
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', messages.picture);
    thumbnail.append(picture);
  }
  const own = createOwnFiles(messages, files, () => showProblem([messages.filesHint]));
  const sent = h('span');
  const describeExtras = () => {
    thumbnail.hidden = !image.checked;
    drawer.hidden = !picture || !image.checked;
    const texts = choices.flatMap(([box, text]) => (box.checked ? text : []));
    sent.textContent = `${messages.alsoSent} ${texts.join(' · ') || '–'}`;
  };
  describeExtras();
  extras.onchange = describeExtras;
  const change = button('link change', () => {
    extras.hidden = !extras.hidden;
    change.setAttribute('aria-expanded', String(!extras.hidden));
    extras.scrollIntoView({ block: 'nearest' });
    // The text stays in sight.
    field.scrollIntoView({ block: 'nearest' });
  }, [messages.change]);
  change.setAttribute('aria-expanded', 'false');
  const who = h('div', { class: 'who' }, labeled(messages.name, name), labeled(messages.email, email));
  // Visitors are asked for a name once.
  const asked = visitor?.name ? [who] : [];
  if (visitor) {
    extras.append(...asked, h('p', { class: 'note' }, messages.emailHint), ticked(remember, messages.remember));
  }
  own.node.prepend(sent, change, drawer);
  const form = h(
    'form',
    { novalidate: '' },
    ...(draftNote ? [h('p', { class: 'note' }, draftNote)] : []),
    field,
    problem,
    ...(visitor && !visitor.name ? [who] : []),
    extras,
    h('div', { class: 'actions' }, own.node, button('quiet', cancel, [messages.cancel]), send),
  );

  form.addEventListener('paste', (event) => own.receive(event, event.clipboardData));
  for (const type of ['dragover', 'drop'] as const) {
    form.addEventListener(type, (event) => own.receive(event, event.dataTransfer));
  }
  who.onkeydown = ({ key, isComposing }) => {
    if (key === 'Enter' && !isComposing) send.click();
  };
  send.onclick = () => {
    if (field.readOnly) return;
    const content = validate();
    if (!content) return;
    const address = email.value.trim();
    if (visitor && address && !EMAIL.test(address)) {
      extras.hidden = false;
      email.focus();
      return showProblem([messages.badEmail], true, email);
    }
    showProblem([]);
    submit({
      content,
      visitor: visitor && { name: name.value.trim(), email: address, isRemembered: remember.checked },
      attachBrowser: browser.checked,
      attachLines: hasLog && log.checked,
      attachPicture: picture !== null && image.checked,
    });
  };
  return {
    form,
    field,
    showProblem,
    setBusy,
  };
}

const labeled = (text: string, input: HTMLInputElement) => h('label', { class: 'field' }, h('span', {}, text), input);
