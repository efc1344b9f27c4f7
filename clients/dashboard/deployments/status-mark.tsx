import { Ban, CircleAlert, CircleCheck, CircleDashed, CircleX, Layers, LoaderCircle } from 'lucide-react';
import type { DeploymentNumbersFragment, DeploymentStatus } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import classes from './status-mark.module.css';

const ICONS = {
  queued: CircleDashed,
  running: LoaderCircle,
  needs_review: CircleAlert,
  passed: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
  superseded: Layers,
};

/** Status of a deployment with its icon and color. */
export function StatusMark({ status }: { status: DeploymentStatus }) {
  const texts = useDeploymentTexts();
  const Icon = ICONS[status];
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={14} aria-hidden="true" />
      {texts[status]}
    </span>
  );
}

/** Part of the captures that are compared. */
export function Progress({ counts }: { counts: DeploymentNumbersFragment }) {
  const texts = useDeploymentTexts();
  const { captures, finishedCaptures } = counts;
  const text = fill(texts.progress, { done: finishedCaptures, all: captures });
  return (
    <span className={classes.progress}>
      <progress value={finishedCaptures} max={Math.max(1, captures)} aria-label={text} />
      {text}
    </span>
  );
}
