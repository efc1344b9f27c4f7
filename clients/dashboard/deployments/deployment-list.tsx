import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useStream } from '../data/use-stream.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Screen } from '../ui/screen.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import classes from './deployment-list.module.css';
import { DeploymentRow } from './deployment-row.tsx';
import { DeploymentChangedDocument, DeploymentsDocument } from './deployments.generated.ts';
import { NoDeployments } from './no-deployments.tsx';
import { StartDeployment } from './start-deployment.tsx';

/** Deployments that are loaded at a time. */
const PAGE = 30;

/** Deployments of a project, newest first, with their progress. */
export function DeploymentList() {
  const { messages } = useApp();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/deployments' });
  const { environment } = useSearch({ from: '/shell/projects/$projectId/deployments' });
  const navigate = useNavigate();
  const client = useClient();
  const { can } = useOrganization();
  const [{ data }] = useQuery({ query: ProjectEnvironmentsDocument, variables: { projectId } });
  const environments = data?.environments?.nodes;
  const list = { projectId, environmentId: environment };
  useStream({
    key: projectId,
    open: () => client.subscription(DeploymentChangedDocument, { projectId }),
    onGap: () =>
      void client.query(DeploymentsDocument, { ...list, first: PAGE }, { requestPolicy: 'network-only' }).toPromise(),
  });
  return (
    <Screen
      title={messages.deployments}
      filters={
        environments &&
        environments.length > 1 && (
          <select
            aria-label={messages.environment}
            data-active={environment !== undefined}
            value={environment ?? ''}
            onChange={({ target }) =>
              void navigate({ to: '.', search: target.value ? { environment: target.value } : {}, replace: true })
            }
          >
            <option value="">{messages.allEnvironments}</option>
            {environments.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )
      }
      actions={
        can('deployment.create') &&
        environments &&
        environments.length > 0 && (
          <StartDeployment projectId={projectId} environments={environments} chosen={environment} />
        )
      }
    >
      {environments ? (
        <Parts
          key={`${projectId} ${environment}`}
          list={list}
          names={new Map(environments.map(({ id, name }) => [String(id), name]))}
        />
      ) : (
        <Pending />
      )}
    </Screen>
  );
}

interface ListProps {
  list: { projectId: string; environmentId: string | undefined };
  /** Names of environments by id. */
  names: ReadonlyMap<string, string>;
}

function Parts({ list, names }: ListProps) {
  const { messages } = useApp();
  const [count, setCount] = useState(1);
  return (
    <div className={classes.scroll}>
      <ol className={classes.rows} aria-label={messages.deployments}>
        <Part list={list} names={names} after={null} count={count} onMore={() => setCount(count + 1)} />
      </ol>
    </div>
  );
}

interface PartProps extends ListProps {
  after: string | null;
  /** Parts that are shown from this one on. */
  count: number;
  onMore(): void;
}

/**
 * A part of the list, and those after it: each begins where the cache has the end of the one
 * before.
 */
function Part({ list, names, after, count, onMore }: PartProps) {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const [{ data, error }] = useQuery({ query: DeploymentsDocument, variables: { ...list, first: PAGE, after } });
  const part = data?.deployments;
  if (!part) return <li>{error ? <Failure because={error} /> : <Pending />}</li>;
  if (after === null && part.nodes.length === 0) {
    return (
      <li>
        {list.environmentId ? (
          <Notice title={texts.noneIn}>
            <Link to="." search={{}} replace className={buttonClass('plain')}>
              {messages.clearFilters}
            </Link>
          </Notice>
        ) : (
          <NoDeployments projectId={list.projectId} environmentId={[...names.keys()][0]} />
        )}
      </li>
    );
  }
  const { hasNextPage, endCursor } = part.pageInfo;
  return (
    <>
      {part.nodes.map((deployment) => (
        <DeploymentRow
          key={deployment.id}
          deployment={deployment}
          environment={names.get(String(deployment.environmentId)) ?? ''}
        />
      ))}
      {hasNextPage && count > 1 && (
        <Part list={list} names={names} after={endCursor} count={count - 1} onMore={onMore} />
      )}
      {hasNextPage && count === 1 && (
        <li className={classes.more}>
          <Button onClick={onMore}>{messages.showMore}</Button>
        </li>
      )}
    </>
  );
}
