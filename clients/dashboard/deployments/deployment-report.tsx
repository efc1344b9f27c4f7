import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useClient, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useStream } from '../data/use-stream.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { Failure, Missing, Pending } from '../ui/states.tsx';
import { commitText } from './deployment-text.ts';
import { DeploymentChangedDocument } from './deployments.generated.ts';
import { DeploymentReportDocument } from './report.generated.ts';
import { Report } from './report.tsx';

/** Pause after a change before the report is fetched again, milliseconds. */
const PAUSE = 500;

/** Report of a deployment, which grows while it runs. */
export function DeploymentReport() {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const client = useClient();
  const { projectId, deploymentId } = useParams({ from: '/shell/projects/$projectId/deployments/$deploymentId' });
  const [{ data, error }, read] = useQuery({ query: DeploymentReportDocument, variables: { id: deploymentId } });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAgain = () => read({ requestPolicy: 'network-only' });
  useEffect(() => () => clearTimeout(timer.current), []);
  useStream({
    key: deploymentId,
    open: () => client.subscription(DeploymentChangedDocument, { projectId }),
    onData({ deploymentChanged }) {
      // A newer deployment of the environment replaces this one when it ends.
      const isNear = deploymentChanged.deployment?.environmentId === data?.deployment?.environment.id;
      if (deploymentChanged.deploymentId !== deploymentId && !isNear) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(readAgain, PAUSE);
    },
    onGap: readAgain,
  });
  const deployment = data?.deployment;
  if (deployment?.id !== deploymentId) {
    const isMissing = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'NOT_FOUND');
    return isMissing ? <Missing /> : error ? <Failure because={error} /> : <Pending />;
  }
  const title = fill(texts.deploymentOf, { name: deployment.environment.name });
  return (
    <>
      <title>{`${commitText(deployment.commit)} · ${title} · ${messages.appName}`}</title>
      <Report key={deployment.id} deployment={deployment} onChange={readAgain} />
    </>
  );
}
