import { Lock } from 'lucide-react';
import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import type { Visibility } from '../data/annotations.generated.ts';
import { failureText } from '../data/failure-text.ts';
import { fill } from '../i18n/languages.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import classes from './composer.module.css';
import { AddReplyDocument } from './thread.generated.ts';
import { useMentions } from './use-mentions.ts';

export interface ComposerHandle {
  /** Focuses the text with this visibility chosen. */
  write(visibility: Visibility): void;
}

interface Props {
  ref: Ref<ComposerHandle>;
  annotationId: string;
  /** Whether the comment is internal; its replies are, too. */
  isInternalOnly: boolean;
  /** Whether the writer is a guest, whose replies are public. */
  isPublicOnly: boolean;
}

/** Text and visibility of the thread's last reply in this tab, kept while another thread is open. */
const drafts = new Map<string, string>();
const lastChoices = new Map<string, Visibility>();

/** Form for a reply. A failure keeps the text. */
export function Composer({ ref, annotationId, isInternalOnly, isPublicOnly }: Props) {
  const { messages } = useApp();
  const [text, setText] = useState(drafts.get(annotationId) ?? '');
  const [chosen, setChosen] = useState<Visibility>(lastChoices.get(annotationId) ?? 'public');
  const [{ fetching, error }, add] = useMutation(AddReplyDocument);
  const field = useRef<HTMLTextAreaElement>(null);
  const visibility = isInternalOnly ? 'internal' : isPublicOnly ? 'public' : chosen;

  const mentions = useMentions(field, text, visibility === 'internal', change);
  const listId = useId();

  function choose(next: Visibility): void {
    setChosen(next);
    lastChoices.set(annotationId, next);
    field.current?.focus();
  }
  useImperativeHandle(ref, () => ({ write: choose }));

  function change(next: string): void {
    setText(next);
    if (next === '') drafts.delete(annotationId);
    else drafts.set(annotationId, next);
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (text.trim() === '' || fetching) return;
    const { data } = await add({ id: annotationId, content: text, visibility, mentions: mentions.mentioned() });
    if (data) change('');
  }

  return (
    <form className={classes.composer} data-visibility={visibility} onSubmit={submit}>
      <fieldset className={classes.tabs} aria-label={messages.visibility}>
        {!isInternalOnly && (
          <button type="button" aria-pressed={visibility === 'public'} onClick={() => choose('public')}>
            {messages.replyPublic}
          </button>
        )}
        {!isPublicOnly && (
          <button type="button" aria-pressed={visibility === 'internal'} onClick={() => choose('internal')}>
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
        rows={3}
        maxLength={10_000}
        value={text}
        aria-label={visibility === 'internal' ? messages.replyInternal : messages.replyPublic}
        placeholder={visibility === 'internal' ? messages.writeNote : messages.writeReply}
        onChange={({ target }) => change(target.value)}
        onSelect={mentions.follow}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey && mentions.onKey(event.key)) {
            event.preventDefault();
            return;
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <div className={classes.foot}>
        <FormError>{error && fill(messages.notSent, { reason: failureText(error, messages) })}</FormError>
        <Button kind="primary" type="submit" disabled={fetching || text.trim() === ''}>
          {visibility === 'internal' ? messages.addNote : messages.send}
        </Button>
      </div>
    </form>
  );
}
