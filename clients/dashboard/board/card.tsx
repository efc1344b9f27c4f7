import { Link } from '@tanstack/react-router';
import { Lock, MessageSquare } from 'lucide-react';
import { useRef } from 'react';
import { useApp } from '../app-context.ts';
import { usePlaceWarning } from '../data/places.ts';
import { type CroppedRow, cropOf } from '../data/use-crops.ts';
import { fill } from '../i18n/languages.ts';
import { Avatar } from '../ui/avatar.tsx';
import { DueDate } from '../ui/due-date.tsx';
import { ElementCrop } from '../ui/element-crop.tsx';
import { LabelChip } from '../ui/label-chip.tsx';
import { pathOf } from '../ui/page-path.ts';
import { StatusIcon } from '../ui/status.tsx';
import classes from './board.module.css';
import { useDraggable } from './use-drag.ts';

interface Props {
  row: CroppedRow;
  /** Key of its column. */
  column: string;
  /** Columns it can be moved to; absent for readers who change nothing. */
  columns: readonly { key: string; title: string }[] | undefined;
  onMove(column: string): void;
}

/** A comment on the board. */
export function Card({ row, column, columns, onMove }: Props) {
  const { messages } = useApp();
  const { id, number, projectId, content, url, status, visibility, priority, labels, dueOn } = row;
  const { assignee, commentCount } = row;
  const warning = usePlaceWarning(row);
  const element = useRef<HTMLLIElement>(null);
  const isDragged = useDraggable(element, String(id), columns !== undefined);
  return (
    <li ref={element} data-card={id} data-dragged={isDragged} className={classes.card}>
      <div className={classes.top}>
        <ElementCrop url={cropOf(row)} status={status} />
        <Link
          to="/projects/$projectId/comments/$annotationId"
          params={{ projectId, annotationId: id }}
          className={classes.link}
          draggable={false}
        >
          {content}
        </Link>
      </div>
      <div className={classes.bottom}>
        <span className={classes.details}>
          <StatusIcon status={status} />
          <span className={classes.hidden}>{messages[status]}</span>
          <span>#{number}</span>
          {visibility === 'internal' && <Lock size={12} aria-label={messages.internal} />}
          {priority !== 'normal' && <span className={classes[priority]}>{messages[priority]}</span>}
          <span className={classes.page}>{pathOf(url)}</span>
          {labels.map((label) => (
            <LabelChip key={label.id} label={label} />
          ))}
          {typeof dueOn === 'string' && <DueDate day={dueOn} isDone={status === 'resolved'} />}
          {warning && <span className={classes.warning}>{warning}</span>}
          {commentCount > 0 && (
            <span className={classes.replies}>
              <MessageSquare size={12} aria-hidden="true" />
              {commentCount}
            </span>
          )}
        </span>
        {assignee && (
          <span className={classes.assignee} title={assignee.name}>
            <Avatar name={assignee.name} size={20} />
          </span>
        )}
      </div>
      {columns && (
        <select
          className={classes.move}
          aria-label={fill(messages.moveTo, { n: `#${number}` })}
          value={column}
          onChange={({ target }) => onMove(target.value)}
        >
          {columns.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
