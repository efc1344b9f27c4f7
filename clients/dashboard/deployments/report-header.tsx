import { Link } from '@tanstack/react-router';
import { ArrowLeft, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import type { ReportFragment } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { buttonClass } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { CancelButton } from './deployment-row.tsx';
import { commitText, plural } from './deployment-text.ts';
import classes from './report-header.module.css';
import { Progress, StatusMark } from './status-mark.tsx';

interface Props {
  deployment: ReportFragment;
  /** Buttons that review. */
  children?: ReactNode;
}

/** Environment, commit, progress and status of a deployment. */
export function ReportHeader({ deployment, children }: Props) {
  const { messages, language } = useApp();
  const texts = useDeploymentTexts();
  const { id, projectId, commit, branch, url, status, createdAt, environment, counts } = deployment;
  const newest = deployment.replacedById ?? deployment.supersededById;
  const isRunning = status === 'queued' || status === 'running';
  return (
    <header className={classes.head}>
      <Link
        to="/projects/$projectId/deployments"
        params={{ projectId }}
        className={buttonClass('quiet')}
        aria-label={messages.deployments}
        title={messages.deployments}
      >
        <ArrowLeft size={16} aria-hidden="true" />
      </Link>
      <div className={classes.name}>
        <h1 className={classes.title}>{fill(texts.deploymentOf, { name: environment.name })}</h1>
        <p className={classes.facts}>
          <span className={classes.commit} title={commit}>
            {commitText(commit)}
          </span>
          {branch && (
            <span className={classes.commit} title={branch}>
              {branch}
            </span>
          )}
          <span>
            {counts.captures} {plural(texts.captureCount, counts.captures, language)}
          </span>
          <Time at={createdAt} language={language} />
          {url && (
            <a href={url} target="_blank" rel="noreferrer">
              {texts.openLink}
              <ExternalLink size={12} aria-hidden="true" />
            </a>
          )}
        </p>
      </div>
      <StatusMark status={status} />
      <div className={classes.actions}>
        {isRunning && <Progress counts={counts} />}
        {newest && (
          <Link
            to="/projects/$projectId/deployments/$deploymentId"
            params={{ projectId, deploymentId: String(newest) }}
            className={buttonClass('plain')}
          >
            {texts.toNewer}
          </Link>
        )}
        {isRunning && <CancelButton id={String(id)} name={commitText(commit)} />}
        {children}
      </div>
    </header>
  );
}
