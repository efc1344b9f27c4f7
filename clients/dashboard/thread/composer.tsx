import { Lock, Paperclip } from 'lucide-react';
import {
  type DragEvent,
  type FormEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useShell } from '../data/shell-context.ts';
import { ACCEPTED_FILES } from '../data/upload-file.ts';
import type { Visibility } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import { audienceText } from './audience.ts';
import classes from './composer.module.css';
import { WaitingFiles } from './files.tsx';
import { AddReplyDocument } from './thread.generated.ts';
import { useFiles } from './use-files.ts';
import { useMentions } from './use-mentions.ts';
import type { Annotation } from './use-thread-actions.ts';
import { useUndo } from './use-undo.ts';

export interface ComposerHandle {
  /** Focuses the text with this visibility chosen. */
  write(visibility: Visibility): void;
}

interface Props {
  ref: Ref<ComposerHandle>;
  /** Replies to an internal comment are internal. */
  annotation: Annotation;
  /** Whether the writer is a guest, whose replies are public. */
  isPublicOnly: boolean;
  /** Receives the id of the reply; undefined when it was undone. */
  onSent(replyId: string | undefined): void;
}

/**
 * Text and visibility of the thread's last reply in this tab, kept while another thread is open.
 */
const drafts = new Map<string, string>();
const lastChoices = new Map<string, Visibility>();

/** Form for a reply with its files, also by paste and drop. A failure keeps text and files. */
export function Composer({ ref, annotation, isPublicOnly, onSent }: Props) {
  const { messages, language } = useApp();
  const { viewer } = useShell();
  const annotationId = annotation.id;
  const isInternalOnly = annotation.visibility === 'internal';
  const [text, setText] = useState(drafts.get(annotationId) ?? '');
  const [chosen, setChosen] = useState<Visibility>(lastChoices.get(annotationId) ?? 'public');
  const [{ error }, add] = useMutation(AddReplyDocument);
  const [isSending, setSending] = useState(false);
  const [isDragged, setDragged] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const files = useFiles(annotationId);
  const field = useRef<HTMLTextAreaElement>(null);
  const visibility = isInternalOnly ? 'internal' : isPublicOnly ? 'public' : chosen;

  const mentions = useMentions(field, text, visibility === 'internal', change);
  const listId = useId();
  const audienceId = useId();
  const audience = audienceText(annotation, visibility, { id: viewer.id, isGuest: isPublicOnly, language }, messages);
  const undo = useUndo(annotationId, ({ text: undone, files: undoneFiles }) => {
    onSent(undefined);
    // Meanwhile the writer may have begun another reply.
    change([undone, field.current?.value].filter(Boolean).join('\n\n'));
    if (undoneFiles.length > 0) files.add(undoneFiles);
    field.current?.focus();
  });

  useEffect(() => {
    if (!isOpen) return undefined;
    // After a click, which would miss its target if that moved while the button is down.
    const fold = () => setOpen(form.current?.contains(document.activeElement) ?? false);
    document.addEventListener('click', fold);
    document.addEventListener('keyup', fold);
    return () => {
      document.removeEventListener('click', fold);
      document.removeEventListener('keyup', fold);
    };
  }, [isOpen]);

  function choose(next: Visibility): void {
    setChosen(next);
    lastChoices.set(annotationId, next);
    field.current?.focus();
  }
  /** The press chooses, since a folded form unfolds then, and moves the button away. */
  const choice = (value: Visibility) => ({
    onMouseDown(event: MouseEvent) {
      event.preventDefault();
      choose(value);
    },
    onClick: () => choose(value),
  });
  useImperativeHandle(ref, () => ({ write: choose }));

  function change(next: string): void {
    setText(next);
    if (next === '') drafts.delete(annotationId);
    else drafts.set(annotationId, next);
  }

  const isEmpty = text.trim() === '' && files.files.length === 0;
  /** Whether the reply was sent and only files are left. */
  const isRetry = text.trim() === '' && files.replyId !== undefined;

  /** A reply without text has the names of its files. */
  async function sendReply(): Promise<string | undefined> {
    const content = text.trim() === '' ? files.files.map(({ file }) => file.name).join(', ') : text;
    const { data } = await add({ id: annotationId, content, visibility, mentions: mentions.mentioned() });
    if (!data) return undefined;
    const { id } = data.addComment;
    undo.offer({ id, text, files: files.files.map(({ file }) => file) });
    change('');
    // Keys are shortcuts again, until the field is used again.
    field.current?.blur();
    onSent(id);
    return id;
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (isEmpty || isSending) return;
    setSending(true);
    const replyId = isRetry ? files.replyId : await sendReply();
    if (replyId && files.files.length > 0) await files.upload(replyId);
    setSending(false);
  }

  function drag(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDragged(event.type === 'dragover');
    if (event.type === 'drop') files.add(event.dataTransfer.files);
  }

  return (
    <form
      ref={form}
      className={classes.composer}
      data-visibility={visibility}
      data-dragged={isDragged}
      data-folded={isEmpty && !isOpen && !undo.isOffered && !error && !files.problem}
      onFocus={() => setOpen(true)}
      onSubmit={submit}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    >
      <fieldset className={classes.tabs} aria-label={messages.visibility}>
        {!isInternalOnly && (
          <button type="button" aria-pressed={visibility === 'public'} {...choice('public')}>
            {messages.replyPublic}
          </button>
        )}
        {!isPublicOnly && (
          <button type="button" aria-pressed={visibility === 'internal'} {...choice('internal')}>
            <Lock size={12} aria-hidden="true" />
            {messages.replyInternal}
          </button>
        )}
      </fieldset>
      {mentions.found.length > 0 && (
        <div id={listId} role="listbox" aria-label={messages.mentionMembers} className={classes.members}>
          {mentions.found.map((member, index) => (
            <div
              key={member.userId}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === mentions.active}
              onPointerDown={(event) => {
                event.preventDefault();
                mentions.choose(member);
              }}
            >
              <Avatar name={member.name} size={20} />
              {member.name}
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={mentions.found.length > 0 ? listId : undefined}
        aria-activedescendant={mentions.found.length > 0 ? `${listId}-${mentions.active}` : undefined}
        rows={2}
        maxLength={10_000}
        value={text}
        aria-describedby={audienceId}
        aria-label={visibility === 'internal' ? messages.replyInternal : messages.replyPublic}
        placeholder={visibility === 'internal' ? messages.writeNote : messages.writeReply}
        onChange={({ target }) => change(target.value)}
        onSelect={mentions.follow}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          files.add(event.clipboardData.files);
        }}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && mentions.onKey(event.key)) {
            event.preventDefault();
            return;
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <WaitingFiles files={files.files} isSending={isSending} onRemove={files.remove} />
      <div className={classes.foot}>
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={ACCEPTED_FILES}
          onChange={({ target }) => {
            files.add(target.files ?? []);
            target.value = '';
          }}
        />
        <Button
          kind="quiet"
          title={messages.attachFiles}
          aria-label={messages.attachFiles}
          onClick={() => picker.current?.click()}
        >
          <Paperclip size={16} aria-hidden="true" />
        </Button>
        <p id={audienceId} role="status" className={classes.audience}>
          {undo.isOffered && !isSending ? (
            <>
              {messages.replySent}
              <button type="button" onClick={() => void undo.undo()}>
                {messages.undo}
              </button>
            </>
          ) : (
            audience
          )}
        </p>
        <FormError>
          {error ? fill(messages.notSent, { reason: failureText(error, messages) }) : files.problem}
        </FormError>
        <Button kind="primary" type="submit" disabled={isSending || isEmpty}>
          {isRetry ? messages.retry : visibility === 'internal' ? messages.addNote : messages.send}
        </Button>
      </div>
    </form>
  );
}
