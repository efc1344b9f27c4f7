import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { Button } from '../ui/button.tsx';
import { useReport } from '../ui/report.ts';
import classes from './content.module.css';
import { MentionText } from './mention-text.tsx';
import { TextEditor } from './text-editor.tsx';
import { ChangeTextDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

/** The text of a comment. A member who wrote it and may change comments edits it. */
export function Content({ annotation: { id, content, mentions, author } }: { annotation: Annotation }) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const { can } = useOrganization();
  const report = useReport();
  const [, change] = useMutation(ChangeTextDocument);
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  if (isEditing) {
    return (
      <TextEditor
        label={messages.editText}
        text={content}
        save={async (text) => {
          const result = await change({ id, content: text });
          report(result);
          return !result.error;
        }}
        onClose={() => {
          setEditing(false);
          requestAnimationFrame(() => editButton.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={classes.content}>
      <h2 className={classes.text}>
        <MentionText text={content} mentions={mentions} />
      </h2>
      {can('annotation.change') && author.id === viewer.id && (
        <Button
          ref={editButton}
          kind="quiet"
          title={messages.editText}
          aria-label={messages.editText}
          onClick={() => setEditing(true)}
        >
          <Pencil size={14} aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}
