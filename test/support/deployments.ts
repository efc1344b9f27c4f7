import { systemContext } from '../../src/context.ts';
import { advanceDeployments } from '../../src/resolvers/addons/deployments/run/advance-deployments.ts';
import { type ClaimedSnapshot, claimSnapshot } from '../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { failSnapshot } from '../../src/resolvers/core/snapshots/fail-snapshot.ts';
import { rest } from './client.ts';
import { completeWith, type ShownPage } from './snapshots.ts';
import type { TestApp } from './test-app.ts';

/** Returns the content that a capture finds, or the reason of its failure. */
export type Site = (claimed: ClaimedSnapshot) => ShownPage | string;

/** Runs deployments like workers, without a browser, until nothing is due. */
export async function advance(app: TestApp, site: Site): Promise<void> {
  const ctx = systemContext(app.services);
  for (;;) {
    await advanceDeployments(ctx);
    const claimed = await claimSnapshot(ctx);
    if (!claimed) {
      // Pauses before retries are skipped.
      const { rowCount } = await app.services.pool.query(
        `UPDATE deployment_captures SET retry_at = NULL WHERE state = 'queued' AND retry_at IS NOT NULL`,
      );
      if (rowCount) continue;
      return;
    }
    const page = site(claimed);
    if (typeof page === 'string') await failSnapshot(ctx, claimed, page);
    else await completeWith(app, claimed, page);
  }
}

interface Deployer {
  token: string;
  projectId: string;
  environmentId: string;
}

/** Begins a deployment. */
export const deploy = (app: TestApp, { token, projectId, environmentId }: Deployer, body: Record<string, unknown>) =>
  rest(app, 'POST', `/v1/projects/${projectId}/deployments`, { token, body: { environmentId, ...body } });

/** Reads a deployment. */
export const readDeployment = async (app: TestApp, { token }: { token: string }, id: string) =>
  (await rest(app, 'GET', `/v1/deployments/${id}`, { token })).body.data;
