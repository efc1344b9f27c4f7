import { toPlainJson } from '../../shared/json.ts';
import { type Diagnostics, readDiagnostics } from '../attachments/diagnostics.ts';
import { editPicture } from '../attachments/edit-picture.ts';
import { drawPicture, type Picture } from '../attachments/picture.ts';
import type { CommentFlow, OverlayContext, UiContext } from '../contracts.ts';
import { formatMessage } from '../i18n/messages.ts';
import type { CommentBody, PendingComment } from '../outbox/outbox.ts';
import { excerptOf, truncate } from '../page/captions.ts';
import { regionRect } from '../page/geometry.ts';
import type { PickedTarget } from '../picker/anchor.ts';
import { pickTarget } from '../picker/picker.ts';
import { takeTextSelection } from '../picker/text-selection.ts';
import { pendingLines } from '../service/error-messages.ts';
import { saveFocus } from '../shadow-host/dialogs.ts';
import { storedAddress } from '../shadow-host/elements.ts';
import type { Visitor } from '../visitor/storage.ts';
import { type AnnotationInput, addAttachments, createAnnotationInput } from './annotation-input.ts';
import { createCommentForm, type FormValues } from './comment-form.ts';

/**
 * The target of a comment as it was when it was picked. A form that is opened again sends the same
 * input, so the service does not store a second comment.
 */
interface Subject {
  readonly picked: PickedTarget;
  readonly input: AnnotationInput;
  readonly diagnostics: Diagnostics;
  readonly picture: Picture | null;
}

/** Subjects of pending comments; each is dropped together with its comment. */
const subjects = new WeakMap<PendingComment, Subject>();

/** The element that the draft of a new comment is about, and the title of its form. */
let draftSubject: readonly [element: Element, title: string] | null = null;
/** The files of that draft. */
let draftFiles: File[] = [];

/** Creates the steps from the button to a stored comment; opens nothing. */
export function createCommentFlow(context: OverlayContext, ui: UiContext): CommentFlow {
  const { messages, outline, dialogs, outbox, drafts, login, closePanel, visitor } = ui;
  const { shadowHost, launcher, emit, signal } = context;
  let picking: AbortController | null = null;
  let author = visitor.profile();

  const commentLabel = launcher.label.textContent;
  /** Switches the button between "comment" and "cancel". */
  const setPicking = (isOn: boolean) => {
    launcher.button.setAttribute('aria-pressed', String(isOn));
    launcher.button.hidden = !context.config.launcher && !isOn;
    launcher.label.textContent = isOn ? messages.cancel : commentLabel;
  };
  const pick = async (hint: string) => {
    picking?.abort();
    dialogs.close();
    const controller = new AbortController();
    const restoreFocus = saveFocus(shadowHost);
    picking = controller;
    setPicking(true);
    emit('open', { panel: 'choosing' });
    const picked = await pickTarget(shadowHost, outline, { hint, keys: messages.hintKeys }, controller.signal);
    emit('close', { panel: 'choosing' });
    if (picking === controller) {
      picking = null;
      restoreFocus(null);
      setPicking(false);
    }
    return signal.aborted ? null : picked;
  };

  const openForm = (subject: Subject, pending: PendingComment | null) => {
    const { picked, input, diagnostics, picture } = subject;
    // Closing the open form may save its text as the draft that this form starts with.
    dialogs.close();
    const initial = pending?.body.content ?? drafts.get('');
    if (!pending) drafts.save('', '');
    const files = pending ? [...pending.files] : draftFiles;
    draftFiles = [];
    const [element, about] = (!pending && initial && draftSubject) || [];
    const draftNote = about && element !== picked.element ? `${messages.waitingRow}: ${about}` : '';
    let comment: PendingComment | null = null;

    const watch = (sent: PendingComment) => {
      comment = sent;
      const onFailed = () => {
        form.setBusy(false);
        if (sent.isRejected) form.field.focus();
        form.showProblem(pendingLines(sent, messages, login.isMember() ? 'm' : ''));
      };
      sent.watcher = {
        onFailed,
        onDelivered() {
          comment = null;
          form.field.value = '';
          dialogs.close();
        },
      };
      if (sent.failure) onFailed();
    };
    const submit = (values: FormValues) => {
      if (values.visitor) {
        author = values.visitor;
        visitor.saveProfile(author);
      }
      const attached = values.attachPicture ? picture : null;
      const body = bodyOf(values, addAttachments(input, diagnostics, values, attached));
      form.setBusy(true);
      if (comment && keyOf(comment.body, comment.files) === keyOf(body, files)) return comment.retry();
      comment?.discard();
      const sent = outbox.send(body, '', [...files]);
      subjects.set(sent, subject);
      watch(sent);
    };
    const form = createCommentForm(messages, {
      initial,
      draftNote,
      visitor: login.isMember() ? null : author,
      lines: diagnostics.console.length,
      requests: diagnostics.requests.length,
      picture: picture?.canvas ?? null,
      files,
      draw: (onClosed) => picture && editPicture(context, messages, picture, onClosed),
      submit,
      cancel() {
        form.field.value = '';
        comment?.discard();
        comment = null;
        dialogs.close();
      },
    });
    let point = { x: picked.x, y: picked.y };
    const excerpt = picked.quote ? truncate(picked.quote.exact) : excerptOf(picked.element);
    const elementTitle = excerpt ? formatMessage(messages.on, { text: excerpt }) : messages.ask;
    const title = picked.area && !picked.quote ? messages.onArea : elementTitle;
    dialogs.open({
      panel: 'form',
      title,
      content: [form.form],
      focus: form.field,
      anchor() {
        const { left, top, width, height } = regionRect(picked.element, picked.area);
        const { offset } = input.metadata;
        // Keeps the last position when the page does not show the element anymore.
        if (width || height) point = { x: left + offset.x * width, y: top + offset.y * height };
        return point;
      },
      getFallbackFocus: () => launcher.button,
      onClose() {
        const { value } = form.field;
        if (value.trim() && value.trim() !== comment?.body.content) {
          draftSubject = [picked.element, title];
          draftFiles = files;
          drafts.save('', [drafts.get(''), value].filter(Boolean).join('\n\n'));
        }
        if (comment) comment.watcher = null;
        outline.showElement(null);
      },
    });
    outline.showElement(picked.element, '', picked.area);
    if (pending) watch(pending);
  };
  return {
    stop: () => picking?.abort(),
    pick,
    async toggle() {
      if (picking) return picking.abort();
      if (!storedAddress()) return shadowHost.toast(messages.noAddress);
      closePanel();
      const hint = matchMedia('(pointer: coarse)').matches ? messages.hintTouch : messages.hint;
      const picked = takeTextSelection(ui.quotes) ?? (await pick(hint));
      if (!picked) return;
      const input = createAnnotationInput(picked);
      const diagnostics = await readDiagnostics(context, picked.element);
      const picture = context.config.pictures ? await drawPicture(picked) : null;
      if (!picking && !signal.aborted) openForm({ picked, input, diagnostics, picture }, null);
    },
    reopen(comment) {
      const subject = subjects.get(comment);
      if (subject) openForm(subject, comment);
    },
  };
}

/** Equal for comments that need to be stored once. */
const keyOf = (body: CommentBody, files: readonly File[]) =>
  toPlainJson([body, files.map(({ name, size }) => [name, size])]);

function bodyOf({ content, visitor }: FormValues, input: AnnotationInput): CommentBody {
  const { name, email }: Partial<Visitor> = visitor ?? {};
  return { content, ...input, ...(name && { name }), ...(email && { email }) };
}
