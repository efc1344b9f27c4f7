import { Link } from '@tanstack/react-router';
import { useApp } from '../app-context.ts';
import type { SnapshotCardFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Facts } from '../ui/facts.tsx';
import { missingFeaturesText } from '../ui/missing-features.ts';
import { pathOf } from '../ui/page-path.ts';
import { Time } from '../ui/time.tsx';
import classes from './snapshot-card.module.css';

interface Props {
  snapshot: SnapshotCardFragment;
  isChosen: boolean;
  /** The snapshot of the page before this one. */
  previous: SnapshotCardFragment | undefined;
  onToggle(): void;
}

/** A snapshot: its picture, its progress, or why there is none. */
export function SnapshotCard({ snapshot, isChosen, previous, onToggle }: Props) {
  const { messages, language } = useApp();
  const { id, projectId, url, status, error, thumbnailUrl, title, httpStatus, isComplete, isCut, createdAt } = snapshot;
  const { viewport, environment, estimatedTime, missingFeatures } = snapshot;
  const isCompleted = status === 'completed';
  // A press on the picture chooses it.
  const Frame = isCompleted ? 'label' : 'div';
  const hasProblem = httpStatus !== null && httpStatus >= 400;
  return (
    <li className={classes.card} data-snapshot={id} data-chosen={isChosen}>
      <Frame className={classes.frame} data-status={status}>
        {isCompleted && <img className={classes.picture} src={thumbnailUrl ?? ''} alt="" loading="lazy" />}
        {status === 'processing' && (
          <span role="status">
            <progress className={classes.progress} aria-label={messages.capturing} />
            {estimatedTime ? fill(messages.capturingFor, { n: estimatedTime }) : messages.capturing}
          </span>
        )}
        {status === 'failed' && (
          <span className={classes.error}>{fill(messages.captureFailed, { reason: error ?? '' })}</span>
        )}
        {isCompleted && (
          <input
            type="checkbox"
            className={classes.check}
            checked={isChosen}
            aria-label={fill(messages.chooseSnapshot, { page: `${pathOf(url)}, ${viewport.width} px` })}
            onChange={onToggle}
          />
        )}
      </Frame>
      <p className={classes.name} title={url}>
        {pathOf(url)} {title && <span className={classes.title}>{title}</span>}
      </p>
      <p className={classes.facts}>
        <Facts>
          {environment?.name}
          {`${viewport.width} px${viewport.deviceScaleFactor === 1 ? '' : ` × ${viewport.deviceScaleFactor}`}`}
          <Time at={createdAt} language={language} />
        </Facts>
      </p>
      {(hasProblem || isComplete === false) && (
        <p className={classes.warning}>
          {hasProblem
            ? fill(messages.captureStatus, { status: httpStatus })
            : isCut
              ? messages.captureCut
              : messages.captureIncomplete}
        </p>
      )}
      {missingFeatures.length > 0 && (
        <p className={classes.warning}>{missingFeaturesText(messages, missingFeatures)}</p>
      )}
      {isCompleted && previous && (
        <Link
          to="/projects/$projectId/compare"
          params={{ projectId }}
          search={{ before: String(previous.id), after: String(id) }}
          className={classes.compare}
          preload={false}
        >
          {messages.comparePrevious}
        </Link>
      )}
    </li>
  );
}
