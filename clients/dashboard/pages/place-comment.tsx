import { type CSSProperties, type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useOrganization } from '../data/organization.ts';
import type { Visibility } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { Point } from '../picture/pinned-picture-picker.tsx';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { FormError } from '../ui/field.tsx';
import { CommentOnPictureDocument } from './pages.generated.ts';
import classes from './place-comment.module.css';
import { sizeOf } from './sort-comments.ts';
import type { Picture } from './use-page-view.ts';

interface Props {
  projectId: string;
  picture: Picture;
  point: Point;
  onDone(annotationId: string): void;
  onCancel(): void;
}

/** Text that was not sent in this tab, kept while another place is chosen. */
let draft = '';

/** Form for a comment at a point of the picture. A failure keeps the text. */
export function PlaceComment({ projectId, picture, point, onDone, onCancel }: Props) {
  const { messages } = useApp();
  const { isGuest } = useOrganization();
  const [text, setText] = useState(draft);
  const [visibility, setVisibility] = useState<Visibility>('public');
  const [{ fetching, error }, send] = useMutation(CommentOnPictureDocument);
  const size = sizeOf(picture);

  function change(next: string): void {
    setText(next);
    draft = next;
  }
  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (text.trim() === '' || fetching) return;
    const place = { projectId, url: picture.url, snapshotId: picture.id, x: point.x, y: point.y };
    const { data } = await send({ ...place, content: text, visibility });
    if (!data) return;
    change('');
    onDone(data.createAnnotation.id);
  }
  return (
    <>
      <span
        className={classes.point}
        style={{ left: `${(point.x / size.width) * 100}%`, top: `${(point.y / size.height) * 100}%` }}
      />
      <form
        className={classes.form}
        aria-label={messages.newComment}
        style={
          { '--x': `${(point.x / size.width) * 100}%`, '--y': `${(point.y / size.height) * 100}%` } as CSSProperties
        }
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
        }}
      >
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the reader asked for the form
          autoFocus
          rows={3}
          maxLength={10_000}
          value={text}
          aria-label={messages.newComment}
          placeholder={messages.newCommentHint}
          onChange={({ target }) => change(target.value)}
        />
        <FormError>{error && fill(messages.notSent, { reason: failureText(error, messages) })}</FormError>
        <div className={classes.actions}>
          {!isGuest && (
            <Choices<Visibility>
              legend={messages.visibility}
              value={visibility}
              options={{ public: messages.public, internal: messages.internal }}
              onChange={setVisibility}
            />
          )}
          <Button kind="quiet" onClick={onCancel}>
            {messages.cancel}
          </Button>
          <Button kind="primary" type="submit" disabled={fetching || text.trim() === ''}>
            {messages.send}
          </Button>
        </div>
      </form>
    </>
  );
}
