import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import classes from './text-editor.module.css';

interface Props {
  /** Name of the field for screen readers. */
  label: string;
  text: string;
  /** @returns whether the text was stored; a failure was reported. */
  save(text: string): Promise<boolean>;
  onClose(): void;
}

/** Form that changes a stored text. A failure keeps what was typed. */
export function TextEditor({ label, text, save, onClose }: Props) {
  const { messages } = useApp();
  const [content, setContent] = useState(text);
  const [isSaving, setSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const changed = content.trim();
    if (changed === '' || isSaving) return;
    setSaving(true);
    const isStored = changed === text || (await save(changed));
    setSaving(false);
    if (isStored) onClose();
  }

  return (
    <form className={classes.editor} onSubmit={(event) => void submit(event)}>
      <textarea
        ref={field}
        aria-label={label}
        rows={2}
        maxLength={10_000}
        value={content}
        onChange={({ target }) => setContent(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
          if (event.key === 'Escape') onClose();
        }}
      />
      <div className={classes.actions}>
        <Button onClick={onClose}>{messages.cancel}</Button>
        <Button kind="primary" type="submit" disabled={isSaving || content.trim() === ''}>
          {messages.save}
        </Button>
      </div>
    </form>
  );
}
