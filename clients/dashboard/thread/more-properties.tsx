import { type RefObject, useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useLabels } from '../data/use-labels.ts';
import type { WatchState } from '../graphql-types.generated.ts';
import { dateTimeOf } from '../i18n/moment.ts';
import { DueDate } from '../ui/due-date.tsx';
import { LabelChip } from '../ui/label-chip.tsx';
import { LabelPicker } from '../ui/label-picker.tsx';
import classes from './properties.module.css';
import { Property } from './property.tsx';
import type { Annotation, ThreadActions } from './use-thread-actions.ts';

interface Props {
  annotation: Annotation;
  actions: ThreadActions;
}

/** Labels of a comment; editors change them in a menu. */
export function LabelsProperty({ annotation, actions, field }: Props & { field: RefObject<HTMLButtonElement | null> }) {
  const { messages } = useApp();
  const { can } = useOrganization();
  const { labels: known, create } = useLabels(annotation.projectId);
  const chosen = annotation.labels.map(({ id }) => id);
  const chips = annotation.labels.map((label) => <LabelChip key={label.id} label={label} />);
  if (!can('annotation.change')) {
    if (chips.length === 0) return null;
    return (
      <Property label={messages.labels}>
        <span className={classes.labels}>{chips}</span>
      </Property>
    );
  }
  const add = (id: string) => actions.change({ addLabelIds: [id] });
  return (
    <div>
      <dt>{messages.labels}</dt>
      <dd>
        <LabelPicker
          ref={field}
          labels={known}
          chosen={chosen}
          onToggle={(id) => (chosen.includes(id) ? actions.change({ removeLabelIds: [id] }) : add(id))}
          onCreate={create && ((name) => void create(name, add))}
          className={classes.picker}
        >
          {chips.length > 0 ? <span className={classes.labels}>{chips}</span> : messages.addLabel}
        </LabelPicker>
      </dd>
    </div>
  );
}

/** Day on which a comment is due. */
export function DueProperty({ annotation, actions }: Props) {
  const { messages } = useApp();
  const { can } = useOrganization();
  const dueOn = typeof annotation.dueOn === 'string' ? annotation.dueOn : '';
  const [text, setText] = useState(dueOn);
  useEffect(() => setText(dueOn), [dueOn]);
  if (!can('annotation.change')) {
    if (!dueOn) return null;
    return (
      <Property label={messages.dueOn}>
        <DueDate day={dueOn} isDone={annotation.status === 'resolved'} />
      </Property>
    );
  }
  // Typed digits make incomplete years, so the date is sent when the field is left.
  const send = () => {
    if (text !== dueOn) actions.change({ dueOn: text || null });
  };
  return (
    <div>
      <dt>{messages.dueOn}</dt>
      <dd>
        <input
          type="date"
          className={classes.date}
          data-empty={text === ''}
          aria-label={messages.dueOn}
          min="2000-01-01"
          max="2099-12-31"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={send}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter' || key === 'Escape') currentTarget.blur();
          }}
        />
      </dd>
    </div>
  );
}

/** Whether the reader is notified of the thread. */
export function WatchProperty({ annotation, actions }: Props) {
  const { messages } = useApp();
  const { isMuted, isWatching } = annotation;
  return (
    <div>
      <dt>{messages.notifyMe}</dt>
      <dd>
        <select
          aria-label={messages.notifyMe}
          value={isMuted ? 'muted' : isWatching ? 'watching' : 'unwatched'}
          onChange={({ target }) => actions.watch(target.value as WatchState)}
        >
          <option value="watching">{messages.watching}</option>
          <option value="unwatched">{messages.unwatched}</option>
          <option value="muted">{messages.muted}</option>
        </select>
      </dd>
    </div>
  );
}

/** Whether the thread is in the inbox of the reader, and until when it is not. */
export function SnoozeProperty({ annotation, actions }: Props) {
  const { messages, language } = useApp();
  const { snoozedUntil } = annotation;
  const until = snoozedUntil && dateTimeOf(new Date(snoozedUntil), language);
  return (
    <div>
      <dt>{messages.snooze}</dt>
      <dd>
        <select
          aria-label={messages.snooze}
          value={until ? 'now' : '0'}
          onChange={({ target }) => actions.snooze(Number(target.value))}
        >
          <option value="0">{messages.notSnoozed}</option>
          {until && <option value="now">{until}</option>}
          <option value="1">{messages.snoozeTomorrow}</option>
          <option value="7">{messages.snoozeWeek}</option>
        </select>
      </dd>
    </div>
  );
}
