import type { Ref, RefObject } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { PRIORITIES } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { livePlaceText, picturePlaceText, useLivePlace } from '../data/places.ts';
import { useAssignees } from '../data/use-members.ts';
import type { AnnotationPriority, AnnotationStatus, Visibility } from '../graphql-types.generated.ts';
import { Issues } from './issues.tsx';
import { DueProperty, LabelsProperty, SnoozeProperty, WatchProperty } from './more-properties.tsx';
import classes from './properties.module.css';
import { Property } from './property.tsx';
import { ThreadPinsDocument } from './thread.generated.ts';
import type { Annotation, ThreadActions } from './use-thread-actions.ts';

interface Props {
  annotation: Annotation;
  actions: ThreadActions;
  assigneeField: RefObject<HTMLSelectElement | null>;
  labelsField: RefObject<HTMLButtonElement | null>;
}

const STATUSES: readonly AnnotationStatus[] = ['open', 'in_progress', 'resolved'];
const VISIBILITIES: readonly Visibility[] = ['public', 'internal'];

/** Status, assignee and further properties of a comment. */
export function Properties({ annotation, actions, assigneeField, labelsField }: Props) {
  const { messages } = useApp();
  const { status, priority, visibility, assigneeId, assignee } = annotation;
  const assignees = new Map([
    ['', messages.nobody],
    ...useAssignees().map(({ userId, name }) => [userId, name] as const),
  ]);
  if (assigneeId && !assignees.has(assigneeId)) assignees.set(assigneeId, assignee?.name ?? '…');
  const named = <Value extends AnnotationStatus | AnnotationPriority | Visibility>(values: readonly Value[]) =>
    values.map((value) => [value, messages[value]] as const);
  return (
    <dl className={classes.properties}>
      <Choice label={messages.status} value={status} options={named(STATUSES)} onChange={actions.setStatus} />
      <Choice
        ref={assigneeField}
        label={messages.assignee}
        value={assigneeId ?? ''}
        options={[...assignees]}
        onChange={(userId) => actions.assign(userId || null)}
      />
      <Choice
        label={messages.priority}
        value={priority}
        options={named(PRIORITIES)}
        onChange={(next) => actions.change({ priority: next })}
      />
      <Choice
        label={messages.visibility}
        value={visibility}
        options={named(VISIBILITIES)}
        onChange={actions.setVisibility}
      />
      <LabelsProperty annotation={annotation} actions={actions} field={labelsField} />
      <DueProperty annotation={annotation} actions={actions} />
      <WatchProperty annotation={annotation} actions={actions} />
      <SnoozeProperty annotation={annotation} actions={actions} />
      <ElementProperty annotation={annotation} />
      <Issues annotation={annotation} />
    </dl>
  );
}

/** Place of the element: on the page now in the panel, else on the last searched picture. */
function ElementProperty({ annotation }: Pick<Props, 'annotation'>) {
  const { messages, language } = useApp();
  const { can } = useOrganization();
  const { id, anchor, lastSeen } = annotation;
  const live = useLivePlace(String(id));
  const { state } = anchor;
  const isFound = state === 'bound' || state === 'rebound';
  const isPaused = live !== undefined || !can('snapshot.read');
  const [{ data }] = useQuery({ query: ThreadPinsDocument, variables: { id }, pause: isPaused });
  // The same picture as in the list of environments; others may show another state.
  const pin = data?.annotation?.snapshotPins?.nodes.find((shown) => shown.state === state && shown.snapshot);
  const at = pin?.snapshot?.createdAt ?? (isFound ? lastSeen?.at : undefined);
  const onPicture = at ? picturePlaceText(state, at, messages, language) : messages[isFound ? 'neverSeen' : state];
  return (
    <Property label={messages.element} isWarning={live ? live.state !== 'bound' : state !== 'bound'}>
      {live ? livePlaceText(live, messages) : state === 'rebound' ? messages.rebound : onPicture}
    </Property>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, name: string])[];
  onChange(value: Value): unknown;
  ref?: Ref<HTMLSelectElement>;
}

/** Property that editors change. */
function Choice<Value extends string>({ label, value, options, onChange, ref }: ChoiceProps<Value>) {
  const { can } = useOrganization();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <select
          ref={ref}
          aria-label={label}
          disabled={!can('annotation.change')}
          value={value}
          onChange={({ target }) => onChange(target.value as Value)}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      </dd>
    </div>
  );
}
