import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { AlarmClock, AlarmClockOff, Lock, MessageSquare } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { usePlaceWarning } from '../data/places.ts';
import { type CroppedRow, cropOf } from '../data/use-crops.ts';
import { fill } from '../i18n/languages.ts';
import { dateTimeOf } from '../i18n/moment.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Claim } from '../ui/claim.tsx';
import { DueDate } from '../ui/due-date.tsx';
import { ElementCrop } from '../ui/element-crop.tsx';
import { LabelChip } from '../ui/label-chip.tsx';
import { pathOf } from '../ui/page-path.ts';
import { StatusIcon } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import classes from './comment-list.module.css';
import { FixMarks } from './fix-marks.tsx';

/** Height of a row before it is measured, pixels. */
const ROW = 56;
/** Rows drawn beyond the visible ones. */
const OVERSCAN = 8;

interface Props {
  comments: readonly CroppedRow[];
  /** Id of the open comment. */
  selected: string | undefined;
  /** Names by id, for a list of several projects, whose rows open in the inbox. */
  projectNames: ReadonlyMap<string, string> | undefined;
  /** Chosen rows; absent for readers who change nothing. */
  selection:
    | {
        has(id: string): boolean;
        toggle(id: string, isRange: boolean): void;
      }
    | undefined;
  /** Ends the snooze of a comment; absent where they are shown with others. */
  onReturn: ((id: string) => void) | undefined;
  /** Fetches the next page; absent at the end of the list. */
  onEnd: (() => void) | undefined;
}

/** Rows of a list; only the visible ones are drawn. */
export function CommentList({ comments, selected, projectNames, selection, onReturn, onEnd }: Props) {
  const { messages } = useApp();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: comments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => comments[index]?.id ?? index,
    overscan: OVERSCAN,
    // Rows that are read keep their place when one is added above; at the top, it appears.
    anchorTo: (scroller.current?.scrollTop ?? 0) > 0 ? 'end' : 'start',
  });
  const items = rows.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= comments.length - OVERSCAN;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);

  const selectedIndex = comments.findIndex(({ id }) => id === selected);
  const isListed = selectedIndex >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an index alone moves nothing
  useEffect(() => {
    if (isListed) rows.scrollToIndex(selectedIndex);
  }, [selected, isListed, rows]);

  return (
    <div ref={scroller} className={classes.scroller}>
      <ol className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const comment = comments[index];
          if (!comment) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={comments.length}
              aria-posinset={index + 1}
              data-id={comment.id}
              className={selection && classes.selectable}
              style={{ transform: `translateY(${start}px)` }}
            >
              {selection && (
                <Choice
                  number={comment.number}
                  isChosen={selection.has(comment.id)}
                  onToggle={(isRange) => selection.toggle(comment.id, isRange)}
                />
              )}
              <Row
                comment={comment}
                isSelected={index === selectedIndex}
                projectName={projectNames && (projectNames.get(comment.projectId) ?? '…')}
              />
              {comment.snoozedUntil && onReturn && (
                <Button
                  kind="quiet"
                  className={classes.return}
                  aria-label={fill(messages.returnNow, { n: `#${comment.number}` })}
                  title={fill(messages.returnNow, { n: `#${comment.number}` })}
                  onClick={() => onReturn(String(comment.id))}
                >
                  <AlarmClockOff size={16} aria-hidden="true" />
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface ChoiceProps {
  number: number;
  isChosen: boolean;
  onToggle(isRange: boolean): void;
}

/** Box that chooses a row; with Shift, all rows from the one chosen before. */
function Choice({ number, isChosen, onToggle }: ChoiceProps) {
  const { messages } = useApp();
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        aria-label={fill(messages.selectOne, { n: `#${number}` })}
        checked={isChosen}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}

interface RowProps {
  comment: CroppedRow;
  isSelected: boolean;
  /** Given in a list of several projects. */
  projectName: string | undefined;
}

/** Comment of a list. A live update draws only the rows that it changes. */
const Row = memo(function Row({ comment, isSelected, projectName }: RowProps) {
  const { messages, language } = useApp();
  const { id, number, projectId, content, url, status, visibility, author, assignee, commentCount } = comment;
  const { priority, labels, dueOn, claim, isUnread, snoozedUntil } = comment;
  const warning = usePlaceWarning(comment);
  const replies = commentCount === 1 ? messages.oneReply : fill(messages.replies, { n: commentCount });
  const link = {
    search: (previous: object) => previous,
    className: classes.row,
    'aria-current': isSelected ? ('true' as const) : undefined,
  };
  const body = (
    <>
      <ElementCrop url={cropOf(comment)} status={status} />
      <span className={classes.head}>
        <StatusIcon status={status} />
        <span className={classes.hidden}>{messages[status]}</span>
        {isUnread && (
          <span className={classes.unread} role="img" aria-label={messages.unread} title={messages.unread} />
        )}
        <span className={classes.text} title={content}>
          {content}
        </span>
        {assignee && (
          <span title={assignee.name}>
            <Avatar name={assignee.name} size={18} />
          </span>
        )}
      </span>
      <span className={classes.details}>
        <span className={classes.facts}>
          <span>#{number}</span>
          {visibility === 'internal' && <Lock size={12} aria-label={messages.internal} />}
          {snoozedUntil && (
            <span className={classes.snoozed}>
              <AlarmClock size={12} aria-hidden="true" />
              {fill(messages.backAt, { when: dateTimeOf(new Date(snoozedUntil), language) })}
            </span>
          )}
          {warning && <span className={classes.warning}>{warning}</span>}
          <Claim claim={claim} className={classes.warning} />
          <span className={classes.author}>{author.name ?? messages.visitor}</span>
          {priority !== 'normal' && <span className={classes[priority]}>{messages[priority]}</span>}
          {typeof dueOn === 'string' && <DueDate day={dueOn} isDone={status === 'resolved'} />}
          {projectName && <span className={classes.page}>{projectName}</span>}
          <span className={classes.page}>{pathOf(url)}</span>
          {labels.map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
          <FixMarks fixes={comment.fixes} projectId={projectId} isResolved={status === 'resolved'} />
        </span>
        {commentCount > 0 && (
          <span className={classes.replies} title={replies}>
            <MessageSquare size={12} aria-hidden="true" />
            <span aria-hidden="true">{commentCount}</span>
            <span className={classes.hidden}>{replies}</span>
          </span>
        )}
        <Time at={comment.createdAt} language={language} />
      </span>
    </>
  );
  if (projectName !== undefined) {
    return (
      <Link to="/inbox/comments/$annotationId" params={{ annotationId: id }} {...link}>
        {body}
      </Link>
    );
  }
  return (
    <Link to="/projects/$projectId/comments/$annotationId" params={{ projectId, annotationId: id }} {...link}>
      {body}
    </Link>
  );
});
