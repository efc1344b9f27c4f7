import { Link } from '@tanstack/react-router';
import { Lock, MessageSquare, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import { type AnchorState, picturePlaceText } from '../data/places.ts';
import { type CroppedRow, cropOf } from '../data/use-crops.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { ElementCrop } from '../ui/element-crop.tsx';
import { Pending } from '../ui/states.tsx';
import { StatusIcon } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import classes from './page-comments.module.css';
import type { SortedComments } from './sort-comments.ts';

interface Props {
  comments: SortedComments;
  isLoaded: boolean;
  /** Time of the picture; undefined without one. */
  takenAt: string | undefined;
  hovered: string | undefined;
  onHover(id: string | undefined): void;
  /** Whether resolved comments are shown, too. */
  hasResolved: boolean;
  onResolved(isShown: boolean): void;
  /** Lets the reader choose the element of a comment on the picture; absent without the right. */
  onRebind: ((comment: CroppedRow) => void) | undefined;
  /** Confirms the likeliest element of a comment; absent without the right. */
  onConfirm: ((comment: CroppedRow) => void) | undefined;
  /** Loads further comments; undefined at the end. */
  onMore: (() => void) | undefined;
}

/** Comments of a page beside its picture, and those whose element is not on it. */
export function PageComments(props: Props) {
  const { comments, isLoaded, takenAt, hovered, onHover, hasResolved, onResolved, onRebind, onConfirm, onMore } = props;
  const { messages, language } = useApp();
  const hasPicture = takenAt !== undefined;
  const titleOf = (state: AnchorState) =>
    takenAt ? picturePlaceText(state, takenAt, messages, language) : messages[state];
  const { pinned, moved, lost, others } = comments;
  const count = pinned.length + moved.length + lost.length + others.length;
  const hover = { hovered, onHover };
  return (
    <>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {count === 1 ? messages.oneComment : fill(messages.commentCount, { n: onMore ? `${count}+` : count })}
        </h2>
        <label className={classes.check}>
          <input type="checkbox" checked={hasResolved} onChange={({ target }) => onResolved(target.checked)} />
          {messages.withResolved}
        </label>
      </header>
      <div className={classes.scroller}>
        {!isLoaded && <Pending />}
        {isLoaded && count === 0 && (
          <p className={classes.empty}>{hasPicture ? messages.noCommentsOnPage : messages.noCommentsHint}</p>
        )}
        <Group title={titleOf('bound')} items={pinned.map(({ comment }) => comment)} {...hover} />
        <Group
          title={titleOf('moved')}
          items={moved.map(({ comment }) => comment)}
          {...hover}
          actions={(comment) => (
            <>
              {onConfirm && <Button onClick={() => onConfirm(comment)}>{messages.confirmElement}</Button>}
              {onRebind && <Button onClick={() => onRebind(comment)}>{messages.chooseElement}</Button>}
            </>
          )}
        />
        <Group
          title={titleOf('orphaned')}
          items={lost}
          {...hover}
          isLost
          actions={
            hasPicture && onRebind
              ? (comment) => <Button onClick={() => onRebind(comment)}>{messages.chooseElement}</Button>
              : undefined
          }
        />
        <Group title={hasPicture ? messages.notInPicture : messages.comments} items={others} {...hover} />
        {onMore && (
          <Button kind="quiet" className={classes.more} onClick={onMore}>
            {messages.showMore}
          </Button>
        )}
      </div>
    </>
  );
}

interface GroupProps {
  title: string;
  items: readonly CroppedRow[];
  hovered: string | undefined;
  onHover(id: string | undefined): void;
  isLost?: boolean;
  actions?: ((comment: CroppedRow) => ReactNode) | undefined;
}

function Group({ title, items, hovered, onHover, isLost = false, actions }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.group}>
        {title} <span className={classes.groupCount}>{items.length}</span>
      </h3>
      <ol>
        {items.map((comment) => (
          <li
            key={comment.id}
            data-comment={comment.id}
            className={classes.item}
            data-hovered={comment.id === hovered}
            onPointerEnter={() => onHover(comment.id)}
            onPointerLeave={() => onHover(undefined)}
          >
            <Item comment={comment} isLost={isLost} onHover={onHover} />
            {actions && <div className={classes.actions}>{actions(comment)}</div>}
          </li>
        ))}
      </ol>
    </section>
  );
}

type ItemProps = Pick<GroupProps, 'onHover'> & { comment: CroppedRow; isLost: boolean };

function Item({ comment, isLost, onHover }: ItemProps) {
  const { messages, language } = useApp();
  const { id, number, projectId, content, status, visibility, author, commentCount, createdAt } = comment;
  return (
    <Link
      to="/projects/$projectId/pages/view/comments/$annotationId"
      params={{ projectId, annotationId: id }}
      search={(previous: object) => previous as never}
      replace
      className={classes.link}
      onFocus={() => onHover(id)}
      onBlur={() => onHover(undefined)}
    >
      <ElementCrop url={cropOf(comment)} status={status} />
      <span className={classes.body}>
        <span className={classes.text}>{content}</span>
        <span className={classes.details}>
          <StatusIcon status={status} />
          <span className={classes.hidden}>{messages[status]}</span>
          <span>#{number}</span>
          {visibility === 'internal' && <Lock size={12} aria-label={messages.internal} />}
          {isLost && <Unlink size={12} className={classes.warning} aria-hidden="true" />}
          <span className={classes.author}>{author.name ?? messages.visitor}</span>
          <Time at={createdAt} language={language} />
          {commentCount > 0 && (
            <span className={classes.replies}>
              <MessageSquare size={12} aria-hidden="true" />
              {commentCount}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
