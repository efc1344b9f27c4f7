import { type Diagnostics, takeDiagnostics } from '../attachments/diagnostics.ts';
import { drawPicture, type Picture } from '../attachments/picture.ts';
import type { Member } from '../member.ts';
import { begunText, keepText } from '../outbox/begun.ts';
import type { Body, Outbox, UnsentComment } from '../outbox/outbox.ts';
import { excerptOf, shorten } from '../page/captions.ts';
import { boxIn } from '../page/geometry.ts';
import type { Picked } from '../picker/anchor.ts';
import { pick } from '../picker/picker.ts';
import { takeSelection } from '../picker/text-selection.ts';
import { plainJson } from '../service/plain-json.ts';
import { type Dialogs, keepFocus } from '../shadow-host/dialogs.ts';
import type { Outline } from '../shadow-host/outline.ts';
import type { Stage } from '../stage.ts';
import { unsentLines } from '../words/failure-words.ts';
import { fill, type Words } from '../words/words.ts';
import { attach, type Draft, draftOf } from './annotation-input.ts';
import { commentForm, type Written } from './comment-form.ts';
import { keepVisitor, recallVisitor, type Visitor } from './visitor.ts';

/** What writing a comment needs. */
export interface CommentingParts {
  readonly stage: Stage;
  readonly words: Words;
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly outbox: Outbox;
  member(): Member | null;
}

/** The way from the button to a stored comment. */
export interface Commenting {
  /** Starts choosing an element, or ends it. */
  toggle(): void;
  /** Ends choosing. */
  stop(): void;
  /** Lets the visitor choose an element for something else. */
  choose(hint: string): Promise<Picked | null>;
  /** Opens the form of a comment that waits to be sent. */
  reopen(comment: UnsentComment): void;
}

/** What a comment is about, as it was when it was chosen: a form opened again sends the same, which is then no second comment. */
interface Subject {
  readonly picked: Picked;
  readonly draft: Draft;
  readonly diagnostics: Diagnostics;
  readonly picture: Picture | null;
}

/** Kept as long as their comments are. */
const subjects = new WeakMap<UnsentComment, Subject>();

/** Makes the way; nothing opens by itself. */
export function makeCommenting(parts: CommentingParts): Commenting {
  const { stage, words, outline, dialogs, outbox, member } = parts;
  const { surface, launcher, emit, signal } = stage;
  let choosing: AbortController | null = null;
  let visitor: Visitor = recallVisitor();

  const word = launcher.label.textContent;
  /** The button says that a click on it ends the choosing, or that it begins. */
  const setPicking = (isOn: boolean) => {
    launcher.button.setAttribute('aria-pressed', String(isOn));
    launcher.button.hidden = !stage.config.launcher && !isOn;
    launcher.label.textContent = isOn ? words.cancel : word;
  };
  const choose = async (hint: string) => {
    choosing?.abort();
    dialogs.close();
    const mine = new AbortController();
    const giveBack = keepFocus(surface);
    choosing = mine;
    setPicking(true);
    emit('open', { panel: 'choosing' });
    const picked = await pick(surface, outline, { hint, keys: words.hintKeys }, mine.signal);
    emit('close', { panel: 'choosing' });
    if (choosing === mine) {
      choosing = null;
      giveBack(null);
      setPicking(false);
    }
    return signal.aborted ? null : picked;
  };

  const write = (subject: Subject, waiting: UnsentComment | null) => {
    const { picked, draft, diagnostics, picture } = subject;
    // The form that closes now may leave its text for this one.
    dialogs.close();
    const initial = waiting?.body.content ?? begunText('');
    if (!waiting) keepText('', '');
    let comment: UnsentComment | null = null;

    const watch = (sent: UnsentComment) => {
      comment = sent;
      const onFailed = () => {
        form.setBusy(false);
        if (sent.isRefused) form.field.focus({ preventScroll: true });
        form.explain(unsentLines(sent, words, member() !== null));
      };
      sent.watcher = {
        onFailed,
        onArrived() {
          comment = null;
          form.field.value = '';
          dialogs.close();
        },
      };
      if (sent.failure) onFailed();
    };
    const submit = (written: Written) => {
      if (written.visitor) {
        visitor = written.visitor;
        keepVisitor(visitor);
      }
      const body = bodyOf(written, attach(draft, diagnostics, written, (written.attachPicture && picture?.url) || ''));
      form.setBusy(true);
      if (comment && plainJson(comment.body) === plainJson(body)) return comment.retry();
      comment?.takeBack();
      const sent = outbox.send(body);
      subjects.set(sent, subject);
      watch(sent);
    };
    const form = commentForm(words, {
      initial,
      visitor: member() ? null : visitor,
      lines: diagnostics.console.length,
      requests: diagnostics.requests.length,
      picture: picture?.canvas ?? null,
      submit,
      cancel() {
        form.field.value = '';
        comment?.takeBack();
        comment = null;
        dialogs.close();
      },
    });
    let point = { x: picked.x, y: picked.y };
    const excerpt = picked.quote ? shorten(picked.quote.exact) : excerptOf(picked.element);
    dialogs.open({
      panel: 'form',
      title: picked.area && !picked.quote ? words.onArea : excerpt ? fill(words.on, { text: excerpt }) : words.yours,
      content: [form.form],
      focus: form.field,
      anchor() {
        const { left, top, width, height } = boxIn(picked.element, picked.area);
        const { offset } = draft.metadata;
        // Where the page shows the element no more, the form stays where it is.
        if (width || height) point = { x: left + offset.x * width, y: top + offset.y * height };
        return point;
      },
      back: () => launcher.button,
      onClose() {
        const { value } = form.field;
        if (value.trim() && value.trim() !== comment?.body.content)
          keepText('', [begunText(''), value].filter(Boolean).join('\n\n'));
        if (comment) comment.watcher = null;
        outline.around(null);
      },
    });
    outline.around(picked.element, '', picked.area);
    if (waiting) watch(waiting);
  };
  return {
    stop: () => choosing?.abort(),
    choose,
    async toggle() {
      if (choosing) return choosing.abort();
      const picked =
        takeSelection() ?? (await choose(matchMedia('(pointer: coarse)').matches ? words.hintTouch : words.hint));
      if (!picked) return;
      const subject = { picked, draft: draftOf(picked), diagnostics: takeDiagnostics(stage) };
      const picture = stage.config.pictures ? await drawPicture(picked) : null;
      if (!choosing && !signal.aborted) write({ ...subject, picture }, null);
    },
    reopen(comment) {
      const subject = subjects.get(comment);
      if (subject) write(subject, comment);
    },
  };
}

function bodyOf({ content, visitor }: Written, draft: Draft): Body {
  const { name, email }: Partial<Visitor> = visitor ?? {};
  return { content, ...draft, ...(name && { name }), ...(email && { email }) };
}
