import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { useReport } from '../ui/report.ts';
import { Time } from '../ui/time.tsx';
import { DeleteButton } from './delete-button.tsx';
import { Files } from './files.tsx';
import { type FormerText, FormerTexts } from './former-texts.tsx';
import { MentionText } from './mention-text.tsx';
import classes from './replies.module.css';
import { TextEditor } from './text-editor.tsx';
import { ChangeReplyDocument, DeleteReplyDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

interface Props {
  annotationId: string;
  reply: Annotation['comments']['nodes'][number];
  former: readonly FormerText[];
  /** Whether it was just sent here: it is scrolled to, and takes the focus. */
  isSent: boolean;
  /** Whether the thread opens here. */
  isFirstShown: boolean;
}

/** A reply. Its author changes it; the author and admins delete it. */
export function Reply({ annotationId, reply, former, isSent, isFirstShown }: Props) {
  const { id, author, content, mentions, visibility, byOtherVisitor, attachments, createdAt, updatedAt } = reply;
  const { messages, language } = useApp();
  const { viewer } = useShell();
  const { can } = useOrganization();
  const report = useReport();
  const [, change] = useMutation(ChangeReplyDocument);
  const [, remove] = useMutation(DeleteReplyDocument);
  const [isEditing, setEditing] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSent && !isFirstShown) return;
    item.current?.scrollIntoView({ block: 'nearest' });
    // A reader who is already elsewhere stays there.
    if (isSent && document.activeElement === document.body) item.current?.focus({ preventScroll: true });
  }, [isSent, isFirstShown]);

  const isOwn = can('comment.create') && author.id === viewer.id;
  const canDelete = isOwn || can('comment.moderate');
  const isEdited = former.length > 0 || updatedAt !== createdAt;
  const name = author.name ?? messages.visitor;

  return (
    <li ref={item} className={classes.reply} tabIndex={-1}>
      <Avatar name={name} />
      <div className={visibility === 'internal' ? classes.internal : classes.public}>
        <div className={classes.head}>
          <strong>{name}</strong>
          <span>
            <Time at={createdAt} language={language} /> ·{' '}
            {visibility === 'internal' ? messages.internal : messages.public}
            {byOtherVisitor && ` · ${messages.otherVisitor}`}
          </span>
          <div className={classes.actions}>
            {isOwn && (
              <Button
                ref={editButton}
                kind="quiet"
                title={messages.editReply}
                aria-label={messages.editReply}
                onClick={() => setEditing(true)}
              >
                <Pencil size={14} aria-hidden="true" />
              </Button>
            )}
            {canDelete && (
              <DeleteButton
                label={messages.deleteReply}
                question={messages.deleteReplyQuestion}
                hint={messages.deleteReplyHint}
                onDelete={() => void remove({ id: annotationId, commentId: id }).then((result) => report(result))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </DeleteButton>
            )}
          </div>
        </div>
        {isEditing ? (
          <TextEditor
            label={messages.editReply}
            text={content}
            save={async (text) => {
              const result = await change({ id: annotationId, commentId: id, content: text });
              report(result);
              return !result.error;
            }}
            onClose={() => {
              setEditing(false);
              editButton.current?.focus();
            }}
          />
        ) : (
          <p className={classes.text}>
            <MentionText text={content} mentions={mentions} />
          </p>
        )}
        {isEdited && <FormerTexts label={messages.edited} texts={former} />}
        <Files annotationId={annotationId} authorId={author.id} files={attachments} />
      </div>
    </li>
  );
}
