import type { Stage } from './boot.ts';
import { type Diagnostics, takeDiagnostics } from './diagnostics.ts';
import type { Dialogs } from './dialogs.ts';
import { attach, type Draft, draftOf } from './draft.ts';
import { isFailure } from './failure.ts';
import { commentForm, type Written } from './form.ts';
import type { Body, Letter, Outbox } from './outbox.ts';
import type { Outline } from './outline.ts';
import { excerptOf, type Picked, pick, shorten } from './picker.ts';
import { drawPicture, type Picture } from './picture.ts';
import { besideOf, boxIn } from './placement.ts';
import { takeSelection } from './selection.ts';
import { keepVisitor, recallVisitor, type Visitor } from './visitor.ts';
import { failureLines } from './words/failure-words.ts';
import { fill, type Words } from './words/words.ts';

/** What writing a comment needs. */
export interface CommentingParts {
  readonly stage: Stage;
  readonly words: Words;
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly outbox: Outbox;
  isMember(): boolean;
  /** Called with what the service stored, and the page's address when it was written. */
  onStored(stored: unknown, url: string): void;
}

/** The way from the button to a stored comment. */
export interface Commenting {
  /** Starts choosing an element, or ends it. */
  toggle(): void;
  /** Ends choosing and closes the form; what was written waits for the next form. */
  stop(): void;
  /** Lets the visitor choose an element for something else. */
  choose(hint: string): Promise<Picked | null>;
  /** Opens the form of a comment that waits to be sent. */
  reopen(letter: Letter): void;
}

/** What a comment is about, as it was when it was chosen: a form opened again sends the same, which is then no second comment. */
interface Subject {
  readonly picked: Picked;
  readonly draft: Draft;
  readonly diagnostics: Diagnostics;
  readonly picture: Picture | null;
}

/** Makes the way; nothing opens by itself. */
export function makeCommenting(parts: CommentingParts): Commenting {
  const { stage, words, outline, dialogs, outbox, isMember, onStored } = parts;
  const { surface, launcher, emit, signal } = stage;
  const subjects = new WeakMap<Letter, Subject>();
  let choosing: AbortController | null = null;
  let unsent = '';
  let visitor: Visitor = recallVisitor();

  const choose = async (hint: string) => {
    choosing?.abort();
    dialogs.close();
    const mine = new AbortController();
    choosing = mine;
    launcher.setPicking(true);
    emit('open', { panel: 'choosing' });
    const picked = await pick(surface, outline, { hint, keys: words.hintKeys }, mine.signal);
    emit('close', { panel: 'choosing' });
    if (choosing === mine) choosing = null;
    if (!choosing) launcher.setPicking(false);
    return signal.aborted ? null : picked;
  };
  const stop = () => {
    choosing?.abort();
    dialogs.close();
  };
  signal.addEventListener('abort', stop);

  const post = (body: Body, subject: Subject) => {
    const letter = outbox.send(body);
    subjects.set(letter, subject);
    letter.arrival.then(
      (stored) => {
        surface.toast(words.sent);
        onStored(stored, subject.draft.url);
      },
      (reason: unknown) => {
        emit('failed', { status: isFailure(reason) ? reason.status : 0 });
        if (letter.listener) return;
        // Nobody sees the form any more: the text waits for the next one.
        unsent = body.content;
        surface.toast(linesOf(reason).join(' '));
      },
    );
    return letter;
  };
  const linesOf = (reason: unknown) => (isFailure(reason) ? failureLines(reason, words, isMember()) : [words.broken]);

  const write = (subject: Subject, waiting: Letter | null) => {
    const { picked, draft, diagnostics, picture } = subject;
    let letter: Letter | null = null;

    const watch = (sent: Letter) => {
      letter = sent;
      sent.listener = (failure) => {
        form.explain([...linesOf(failure), words.waiting]);
        form.setBusy(false);
      };
      sent.arrival.then(
        () => {
          if (letter !== sent) return;
          letter = null;
          form.field.value = '';
          dialogs.close();
        },
        (reason: unknown) => {
          if (letter !== sent) return;
          letter = null;
          form.explain(linesOf(reason));
          form.setBusy(false);
          form.field.focus();
        },
      );
      if (sent.failure) sent.listener(sent.failure);
    };
    const submit = (written: Written) => {
      if (written.visitor) {
        visitor = written.visitor;
        keepVisitor(visitor);
      }
      const body = bodyOf(written, attach(draft, diagnostics, written, (written.attachPicture && picture?.url) || ''));
      form.setBusy(true);
      if (letter && JSON.stringify(letter.body) === JSON.stringify(body)) return letter.retry();
      letter?.takeBack();
      watch(post(body, subject));
    };
    const form = commentForm(words, {
      initial: waiting?.body.content ?? unsent,
      visitor: isMember() ? null : visitor,
      lines: diagnostics.console.length,
      requests: diagnostics.requests.length,
      picture: picture?.canvas ?? null,
      submit,
      cancel() {
        form.field.value = '';
        letter?.takeBack();
        letter = null;
        dialogs.close();
      },
    });
    const excerpt = picked.quote ? shorten(picked.quote.exact) : excerptOf(picked.element);
    dialogs.open({
      panel: 'form',
      title: picked.area && !picked.quote ? words.onArea : excerpt ? fill(words.on, { text: excerpt }) : words.yours,
      content: [form.form],
      focus: form.field,
      anchor() {
        const { left, top, width, height } = boxIn(picked.element, picked.area);
        const { offset } = draft.metadata;
        const point = { x: left + offset.x * width, y: top + offset.y * height };
        return besideOf(picked.element, picked.area, point, surface.root.dir === 'rtl');
      },
      back: () => launcher.button,
      onClose() {
        unsent = letter ? '' : form.field.value;
        if (letter) letter.listener = null;
        letter = null;
        outline.around(null);
      },
    });
    outline.around(picked.element, '', picked.area);
    if (waiting) watch(waiting);
  };
  return {
    stop,
    choose,
    async toggle() {
      if (choosing) return choosing.abort();
      const picked = takeSelection() ?? (await choose(words.hint));
      if (!picked) return;
      const { element, area } = picked;
      const picture = stage.config.pictures ? drawPicture(element, area, surface.host) : null;
      write({ picked, draft: draftOf(picked), diagnostics: takeDiagnostics(stage), picture }, null);
    },
    reopen(letter) {
      const subject = subjects.get(letter);
      if (subject) write(subject, letter);
    },
  };
}

function bodyOf({ content, visitor }: Written, draft: Draft): Body {
  const { name = '', email = '' } = visitor ?? {};
  return { content, ...draft, ...(name && { name }), ...(email && { email }) };
}
