import { Link } from '@tanstack/react-router';
import { useMutation } from 'urql';
import { useOrganization } from '../data/organization.ts';
import type { ReportFragment, ReportVerdictFragment } from '../graphql-types.generated.ts';
import type { DeploymentMessages } from '../i18n/deployments.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { pathOf } from '../ui/page-path.ts';
import { useReport } from '../ui/report.ts';
import { RecaptureDeploymentDocument } from './report.generated.ts';
import classes from './rest-of-report.module.css';

interface FailedProps {
  deployment: ReportFragment;
  /** Fetches the report again. */
  onChange(): void;
}

/** Pages that could not be compared, with the reason. They can be captured again. */
export function FailedCaptures({ deployment, onChange }: FailedProps) {
  const texts = useDeploymentTexts();
  const { can } = useOrganization();
  const report = useReport();
  const [{ fetching }, captureAgain] = useMutation(RecaptureDeploymentDocument);
  const captures = deployment.captures?.nodes ?? [];
  const failed = captures.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  return (
    <section className={classes.failed} aria-label={texts.failedPages}>
      <h2>{texts.failedPages}</h2>
      <ul>
        {failed.map(({ id, url, viewport, error }) => (
          <li key={id}>
            <strong>
              {pathOf(url)} · {viewport.width} px
            </strong>{' '}
            {error}
          </li>
        ))}
      </ul>
      {deployment.isReviewable && can('deployment.create') && (
        <div>
          <Button
            disabled={fetching}
            onClick={() =>
              void captureAgain({ id: deployment.id }).then((result) => {
                report(result);
                onChange();
              })
            }
          >
            {texts.captureAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

/**
 * Comments without a telling verdict, those whose element looks as before, and all pages; folded.
 */
export function RestOfReport({ deployment }: { deployment: ReportFragment }) {
  const texts = useDeploymentTexts();
  const { verdicts, captures, projectId } = deployment;
  const told = new Set(verdicts.flatMap(({ overallEffect, annotationId }) => (overallEffect ? [annotationId] : [])));
  const listed = (kind: ReportVerdictFragment['verdict'], without: ReadonlySet<string>) => [
    ...new Map(
      verdicts
        .filter(({ verdict, annotationId }) => verdict === kind && !without.has(annotationId))
        .map((verdict) => [verdict.annotationId, verdict]),
    ).values(),
  ];
  const unchanged = listed('unchanged', told);
  const unknown = listed('unknown', new Set([...told, ...unchanged.map(({ annotationId }) => annotationId)]));
  const pages = captures?.nodes ?? [];
  return (
    <div className={classes.rest}>
      {unknown.length > 0 && (
        <details>
          <summary>{fill(texts.unknownComments, { n: unknown.length })}</summary>
          <VerdictList verdicts={unknown} projectId={projectId} hasReason />
        </details>
      )}
      {unchanged.length > 0 && (
        <details>
          <summary>{fill(texts.unchangedComments, { n: unchanged.length })}</summary>
          <VerdictList verdicts={unchanged} projectId={projectId} />
        </details>
      )}
      {pages.length > 0 && (
        <details>
          <summary>{fill(texts.capturedPages, { n: pages.length })}</summary>
          <ul>
            {pages.map(({ id, url, viewport, state }) => (
              <li key={id}>
                <span>
                  {pathOf(url)} · {viewport.width} px
                </span>
                <span className={classes.state}>{texts[CAPTURE_TEXTS[state]]}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const CAPTURE_TEXTS = {
  queued: 'captureQueued',
  capturing: 'captureRunning',
  baseline: 'captureBaseline',
  unchanged: 'captureUnchanged',
  changed: 'captureChanged',
  failed: 'captureFailed',
  skipped: 'captureSkipped',
} as const;

interface ListProps {
  verdicts: readonly ReportVerdictFragment[];
  projectId: string;
  hasReason?: boolean;
}

function VerdictList({ verdicts, projectId, hasReason = false }: ListProps) {
  const texts = useDeploymentTexts();
  return (
    <ul>
      {verdicts.map(({ id, annotationId, annotation, reason }) => (
        <li key={id}>
          <Link
            to="/projects/$projectId/comments/$annotationId"
            params={{ projectId, annotationId: String(annotationId) }}
          >
            #{annotation?.number} {annotation?.content}
          </Link>
          {hasReason && <span className={classes.state}>{reasonText(reason, texts)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Reason why nothing can be said about an element. */
function reasonText(reason: string | null, texts: DeploymentMessages): string {
  const key = `reason_${reason}` as keyof DeploymentMessages;
  return texts[key] ?? reason ?? '';
}
