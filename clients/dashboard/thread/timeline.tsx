import { Link } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import { searchOf } from '../data/page-search.ts';
import type { ElementHistoryQuery } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { StatusIcon } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import classes from './element-history.module.css';

type Entry = NonNullable<NonNullable<ElementHistoryQuery['annotation']>['timeline']>['nodes'][number];

interface Props {
  projectId: string;
  /** Newest first. */
  entries: readonly Entry[];
}

/**
 * Looks of the element in captures, with the deployments that judged it and the changes of the
 * status.
 */
export function Timeline({ projectId, entries }: Props) {
  const texts = useDeploymentTexts();
  const looks = entries.filter(({ pin }) => pin);
  if (entries.length < 2 || looks.length === 0) return null;
  return (
    <section className={classes.section} aria-label={texts.history}>
      <h3>{texts.history}</h3>
      <ol className={classes.strip}>
        {entries.map((entry) => (
          <Item key={`${entry.kind} ${entry.id}`} projectId={projectId} entry={entry} />
        ))}
      </ol>
      <Suggestion entries={entries} />
    </section>
  );
}

/** Suggestion of a model about the newest deployment. */
function Suggestion({ entries }: Pick<Props, 'entries'>) {
  const texts = useDeploymentTexts();
  const [newest] = entries
    .filter(({ kind }) => kind === 'deployment')
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  const suggestion = newest?.verdicts.find((verdict) => verdict.suggestion)?.suggestion;
  if (!suggestion) return null;
  return (
    <p className={classes.hint}>
      {texts[`suggestion_${suggestion.effect}`]} {suggestion.reason}
    </p>
  );
}

function Item({
  projectId,
  entry: { kind, createdAt, pin, deployment, verdicts, change },
}: {
  projectId: string;
  entry: Entry;
}) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  const time = <Time at={createdAt} language={language} />;
  if (kind === 'look') return pin && <Look projectId={projectId} pin={pin} time={time} />;
  if (kind === 'deployment') {
    if (!deployment) return null;
    const words = {
      changed: messages.fix_changed,
      unchanged: texts.captureUnchanged,
      gone: messages.fix_gone,
      regressed: texts.wentBack,
      unknown: messages.fix_unknown,
    };
    const found = [
      ...new Set(verdicts.map(({ verdict, effect }) => (effect === 'went_back' ? texts.wentBack : words[verdict]))),
    ].join(', ');
    return (
      <li className={classes.event}>
        <Link
          to="/projects/$projectId/deployments/$deploymentId"
          params={{ projectId, deploymentId: String(deployment.id) }}
          title={deployment.commit}
        >
          <Rocket size={14} aria-hidden="true" />
          <span className={classes.commit}>{deployment.commit.slice(0, 8)}</span>
          {found}
          {time}
        </Link>
      </li>
    );
  }
  const value = typeof change?.after === 'string' ? change.after : undefined;
  if (value !== 'open' && value !== 'in_progress' && value !== 'resolved') return null;
  return (
    <li className={classes.event}>
      <StatusIcon status={value} />
      {messages[value]}
      {time}
    </li>
  );
}

/** Picture of the element in the captures from a time on; leads to the first of them. */
function Look({ projectId, pin, time }: { projectId: string; pin: NonNullable<Entry['pin']>; time: ReactNode }) {
  const { messages } = useApp();
  const { state, cropUrl, snapshot } = pin;
  const look = (
    <>
      <span className={classes.frame}>
        {cropUrl && state !== 'moved' ? (
          <img src={cropUrl} alt="" loading="lazy" decoding="async" draggable={false} />
        ) : (
          messages[state === 'rebound' ? 'bound' : state]
        )}
      </span>
      <span>
        {snapshot && `${snapshot.viewport.width} px · `}
        {time}
      </span>
    </>
  );
  if (!snapshot) return <li>{look}</li>;
  return (
    <li>
      <Link to="/projects/$projectId/pages/view" params={{ projectId }} search={searchOf(snapshot)}>
        {look}
      </Link>
    </li>
  );
}
