import type { Annotation } from './annotation.ts';
import type { Api } from './api.ts';
import type { Dialogs } from './dialogs.ts';
import { draftOf } from './draft.ts';
import { commentForm } from './form.ts';
import type { Launcher } from './launcher.ts';
import type { Outline } from './outline.ts';
import { excerptOf, type Picked, pick } from './picker.ts';
import type { Surface } from './surface.ts';

/** What writing a comment needs. */
export interface CommentingParts {
  readonly surface: Surface;
  readonly outline: Outline;
  readonly dialogs: Dialogs;
  readonly launcher: Launcher;
  readonly api: Api;
  /** Called with what the service stored; null when it did not say. */
  onCreated(annotation: Annotation | null): void;
}

/** The way from the button to a stored comment. */
export interface Commenting {
  /** Starts choosing an element, or ends it. */
  toggle(): void;
  /** Ends choosing and closes the form; what was written waits for the next form. */
  stop(): void;
}

/** @param life ends choosing for good. */
export function makeCommenting(parts: CommentingParts, life: AbortSignal): Commenting {
  const { surface, outline, dialogs, launcher, api, onCreated } = parts;
  let choosing: AbortController | null = null;
  let unsent = '';

  const stop = () => {
    choosing?.abort();
    dialogs.close();
  };
  life.addEventListener('abort', stop);

  const write = (picked: Picked) => {
    const draft = draftOf(picked);
    const { offset } = draft.metadata;
    const excerpt = excerptOf(picked.element);
    let sent = false;
    const { form, field } = commentForm({
      initial: unsent,
      cancel() {
        field.value = '';
        dialogs.close();
      },
      async submit(content) {
        const annotation = await api.create(content, draft);
        sent = true;
        if (field.isConnected) dialogs.close();
        else unsent = '';
        launcher.announce('Comment sent');
        onCreated(annotation);
      },
    });
    dialogs.open({
      title: excerpt ? `Comment on “${excerpt}”` : 'Your comment',
      content: [form],
      focus: field,
      anchor() {
        const { left, top, width, height } = picked.element.getBoundingClientRect();
        return { x: left + offset.x * width, y: top + offset.y * height };
      },
      back: () => launcher.button,
      onClose() {
        unsent = sent ? '' : field.value;
        outline.around(null);
      },
    });
    outline.around(picked.element);
  };

  const toggle = async () => {
    if (choosing) return choosing.abort();
    dialogs.close();
    choosing = new AbortController();
    launcher.setPicking(true);
    const picked = await pick(surface, outline, choosing.signal);
    choosing = null;
    launcher.setPicking(false);
    if (picked && !life.aborted) write(picked);
  };
  return { toggle, stop };
}
