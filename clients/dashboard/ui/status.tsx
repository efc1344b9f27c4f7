import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import classes from './status.module.css';

type Status = 'open' | 'in_progress' | 'resolved';

const ICONS = { open: Circle, in_progress: CircleDot, resolved: CircleCheck };

/** Icon of a status in its color. */
export function StatusIcon({ status }: { status: Status }) {
  const Icon = ICONS[status];
  return <Icon className={classes[status]} size={14} strokeWidth={2.5} aria-hidden="true" />;
}
