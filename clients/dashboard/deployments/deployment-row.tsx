import { Link } from '@tanstack/react-router';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import type { DeploymentRowFragment } from '../graphql-types.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { Button } from '../ui/button.tsx';
import { useReport } from '../ui/report.ts';
import { Time } from '../ui/time.tsx';
import classes from './deployment-list.module.css';
import { commitText, resultTexts } from './deployment-text.ts';
import { CancelDeploymentDocument } from './deployments.generated.ts';
import { Progress, StatusMark } from './status-mark.tsx';

interface Props {
  deployment: DeploymentRowFragment;
  /** Name. */
  environment: string;
}

/** A deployment in the list, with its progress or its result. */
export function DeploymentRow({ deployment, environment }: Props) {
  const { language } = useApp();
  const texts = useDeploymentTexts();
  const { id, projectId, commit, branch, status, createdAt, counts } = deployment;
  const isRunning = status === 'queued' || status === 'running';
  return (
    <li className={classes.row} data-deployment={id} data-status={status}>
      <div className={classes.main}>
        <div className={classes.name}>
          <Link
            to="/projects/$projectId/deployments/$deploymentId"
            params={{ projectId, deploymentId: String(id) }}
            className={classes.link}
            title={commit}
          >
            {commitText(commit)}
          </Link>
          {branch && (
            <span className={classes.branch} title={branch}>
              {branch}
            </span>
          )}
        </div>
        <p className={classes.facts}>
          {environment} · <Time at={createdAt} language={language} />
        </p>
      </div>
      <div className={classes.result}>
        {isRunning ? (
          <Progress counts={counts} />
        ) : (
          <p className={classes.counts}>
            {resultTexts(counts, texts, language).map(([tone, text]) => (
              <span key={text} data-tone={tone}>
                {text}
              </span>
            ))}
          </p>
        )}
      </div>
      <div className={classes.status}>
        <StatusMark status={status} />
        {isRunning && <CancelButton id={String(id)} name={commitText(commit)} />}
      </div>
    </li>
  );
}

/** Cancels a deployment that has not ended. */
export function CancelButton({ id, name }: { id: string; name: string }) {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const { can } = useOrganization();
  const report = useReport();
  const [{ fetching }, cancel] = useMutation(CancelDeploymentDocument);
  if (!can('deployment.create')) return null;
  return (
    <Button
      className={classes.cancel}
      disabled={fetching}
      aria-label={fill(texts.cancelNamed, { name })}
      onClick={() => void cancel({ id }).then((result) => report(result))}
    >
      {messages.cancel}
    </Button>
  );
}
