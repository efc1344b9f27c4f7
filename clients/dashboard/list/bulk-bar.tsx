import { Tag, X } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { PRIORITIES } from '../data/list-search.ts';
import { useLabels } from '../data/use-labels.ts';
import { useAssignees } from '../data/use-members.ts';
import type {
  AnnotationChangeInput,
  AnnotationPriority,
  AnnotationRowFragment,
  AnnotationStatus,
} from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { LabelPicker } from '../ui/label-picker.tsx';
import classes from './bulk-bar.module.css';

interface Props {
  chosen: readonly AnnotationRowFragment[];
  onChange(change: AnnotationChangeInput): void;
  onClear(): void;
}

const STATUSES: readonly AnnotationStatus[] = ['open', 'in_progress', 'resolved'];

/** Changes of all chosen comments. Labels are those of their project, if they have the same one. */
export function BulkBar({ chosen, onChange, onClear }: Props) {
  const { messages } = useApp();
  const assignees = useAssignees();
  const projects = new Set(chosen.map(({ projectId }) => projectId));
  const { labels, create } = useLabels(projects.size === 1 ? chosen[0]?.projectId : undefined);
  const common = labels.filter(({ id }) => chosen.every((comment) => comment.labels.some((label) => label.id === id)));
  const toggle = (id: string) =>
    onChange(common.some((label) => label.id === id) ? { removeLabelIds: [id] } : { addLabelIds: [id] });
  return (
    <div className={classes.bar} role="toolbar" aria-label={messages.bulk}>
      <strong role="status" className={classes.count}>
        {fill(messages.selected, { n: chosen.length })}
      </strong>
      <Button kind="quiet" onClick={onClear} aria-label={messages.clearSelection} title={messages.clearSelection}>
        <X size={14} aria-hidden="true" />
      </Button>
      <Action
        label={messages.status}
        options={STATUSES.map((status) => [status, messages[status]])}
        onChoose={(status) => onChange({ status: status as AnnotationStatus })}
      />
      <Action
        label={messages.assignee}
        options={[['', messages.nobody], ...assignees.map(({ userId, name }) => [userId, name] as const)]}
        onChoose={(userId) => onChange({ assigneeId: userId || null })}
      />
      <Action
        label={messages.priority}
        options={PRIORITIES.map((priority) => [priority, messages[priority]])}
        onChoose={(priority) => onChange({ priority: priority as AnnotationPriority })}
      />
      {projects.size === 1 && (
        <LabelPicker
          labels={labels}
          chosen={common.map(({ id }) => id)}
          onToggle={toggle}
          onCreate={create && ((name) => void create(name, toggle))}
          label={messages.labels}
          className={classes.action}
        >
          <Tag size={14} aria-hidden="true" />
        </LabelPicker>
      )}
    </div>
  );
}

interface ActionProps {
  label: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose(value: string): void;
}

/** Values to set; it shows its name, because the comments may have different ones. */
function Action({ label, options, onChoose }: ActionProps) {
  return (
    <select
      className={classes.action}
      aria-label={label}
      value="-"
      onChange={({ target }) => {
        if (target.value !== '-') onChoose(target.value);
      }}
    >
      <option value="-">{label}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
