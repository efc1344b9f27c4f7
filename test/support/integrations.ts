import { expect } from 'vitest';
import { systemContext } from '../../src/context.ts';
import { sweepDeliveries } from '../../src/resolvers/addons/deliveries/sweep-deliveries.ts';
import { rest } from './client.ts';
import type { TestUser } from './factories.ts';
import { GITHUB } from './servers/github-double.ts';
import { GITLAB } from './servers/gitlab-double.ts';
import { JIRA } from './servers/jira-double.ts';
import { LINEAR } from './servers/linear-double.ts';
import type { TrackerDouble } from './servers/tracker-double.ts';
import type { TestApp } from './test-app.ts';

/** Every kind of tracker. */
export const TRACKERS = [GITHUB, GITLAB, JIRA, LINEAR];

/** Secret of inbound hooks. Linear generates its own. */
export const INBOUND_SECRET = 'lin_wh_0123456789abcdef';

/** An integration as the API returns it. */
export interface IntegrationResponse {
  id: string;
  provider: string;
  enabled: boolean;
  disabledReason: string | null;
  inboundUrl: string;
  inboundSecret: string | null;
  hasInboundSecret: boolean;
  pendingCount: number;
  pausedUntil: string | null;
  lastSuccessAt: string | null;
  lastError: string | null;
}

/** Creates an integration through the API. */
export async function createIntegration(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  projectId: string,
  values: object,
): Promise<IntegrationResponse> {
  const { status, body } = await rest(app, 'POST', '/integrations', { token, body: { projectId, ...values } });
  if (status !== 201) throw new Error(`no integration: ${body.message}`);
  return body;
}

/** Creates this many copies of a disabled integration. */
export async function copyIntegration(
  { services: { pool } }: TestApp,
  { id }: Pick<IntegrationResponse, 'id'>,
  count: number,
): Promise<void> {
  await pool.query(
    `WITH w AS (
       INSERT INTO webhooks (id, organization_id, project_id, url, host, events, secret, enabled, updated_at)
       SELECT gen_random_uuid(), organization_id, project_id, url, host, events, secret, false, now()
         FROM webhooks, generate_series(1, $2) WHERE id = $1
       RETURNING id
     )
     INSERT INTO integrations (id, project_id, provider, name, settings, notify, credential_hint, updated_at)
     SELECT w.id, project_id, provider, name, settings, notify, credential_hint, now() FROM integrations, w
      WHERE integrations.id = $1`,
    [id, count],
  );
}

/** Connects a project to a tracker, and the tracker's webhook to the service. */
export async function connectTracker(
  app: TestApp,
  user: TestUser,
  projectId: string,
  tracker: TrackerDouble,
  values: object = {},
): Promise<IntegrationResponse> {
  const integration = await createIntegration(app, user, projectId, {
    provider: tracker.provider,
    ...tracker.settings,
    ...(tracker.provider === 'linear' && { inboundSecret: INBOUND_SECRET }),
    ...values,
  });
  tracker.hook = { url: integration.inboundUrl, secret: integration.inboundSecret ?? INBOUND_SECRET };
  return integration;
}

/** Reads an integration as an admin. */
export const readIntegration = async (
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  { id }: Pick<IntegrationResponse, 'id'>,
): Promise<IntegrationResponse> => (await rest(app, 'GET', `/integrations/${id}`, { token })).body;

/** Enqueues what is due now, which otherwise waits up to five seconds for the scheduled job. */
export const sweep = ({ services }: TestApp) => sweepDeliveries(systemContext(services));

/** Lists the deliveries of an integration, oldest event first. */
export async function integrationDeliveries({ services: { pool } }: TestApp, { id }: Pick<IntegrationResponse, 'id'>) {
  const { rows } = await pool.query(
    `SELECT d.state, d.attempt_count AS "attemptCount", d.error, d.response_status AS "responseStatus"
       FROM webhook_deliveries d WHERE d.webhook_id = $1 ORDER BY d.event_id`,
    [id],
  );
  return rows;
}

/** Waits until this many deliveries exist and all are delivered. */
export const waitUntilSent = (app: TestApp, integration: Pick<IntegrationResponse, 'id'>, count: number) =>
  expect
    .poll(() => sweep(app).then(() => integrationDeliveries(app, integration)))
    .toEqual(Array.from({ length: count }, () => expect.objectContaining({ state: 'delivered' })));

/** Waits until this many attempts have failed, in total. */
export const waitUntilFailed = (app: TestApp, integration: Pick<IntegrationResponse, 'id'>, count: number) =>
  expect
    .poll(async () => {
      await sweep(app);
      const deliveries = await integrationDeliveries(app, integration);
      return deliveries.reduce((sum, { attemptCount, error }) => sum + (error ? attemptCount : 0), 0);
    })
    .toBe(count);

/** Makes all next attempts due and ends pauses. */
export async function retryNow(app: TestApp): Promise<void> {
  const { pool } = app.services;
  await pool.query('UPDATE integrations SET paused_until = NULL');
  await pool.query('DELETE FROM webhook_hosts');
  await pool.query(`UPDATE webhook_deliveries SET next_attempt_at = now(), queued_at = NULL WHERE state = 'pending'`);
  await sweep(app);
}
