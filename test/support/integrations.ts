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

/** A secret for what trackers post. Linear makes up its own. */
export const INBOUND_SECRET = 'lin_wh_0123456789abcdef';

/** An integration, as the API answers it. */
export interface ShownIntegration {
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

/** Makes an integration through the API. */
export async function createIntegration(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  projectId: string,
  values: object,
): Promise<ShownIntegration> {
  const { status, body } = await rest(app, 'POST', '/integrations', { token, body: { projectId, ...values } });
  if (status !== 201) throw new Error(`no integration: ${body.message}`);
  return body;
}

/** Puts so many integrations beside a disabled one, like it. */
export async function copyIntegration(
  { services: { pool } }: TestApp,
  { id }: Pick<ShownIntegration, 'id'>,
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
): Promise<ShownIntegration> {
  const integration = await createIntegration(app, user, projectId, {
    provider: tracker.provider,
    ...tracker.place,
    ...(tracker.provider === 'linear' && { inboundSecret: INBOUND_SECRET }),
    ...values,
  });
  tracker.hook = { url: integration.inboundUrl, secret: integration.inboundSecret ?? INBOUND_SECRET };
  return integration;
}

/** An integration, as an admin reads it now. */
export const readIntegration = async (
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  { id }: Pick<ShownIntegration, 'id'>,
): Promise<ShownIntegration> => (await rest(app, 'GET', `/integrations/${id}`, { token })).body;

/** Deliveries of an integration, oldest event first. */
export async function sendingsOf({ services: { pool } }: TestApp, { id }: Pick<ShownIntegration, 'id'>) {
  const { rows } = await pool.query(
    `SELECT d.state, d.attempt_count AS "attemptCount", d.error, d.response_status AS "responseStatus"
       FROM webhook_deliveries d WHERE d.webhook_id = $1 ORDER BY d.event_id`,
    [id],
  );
  return rows;
}

/** Waits until nothing is left to send. */
export const untilSent = (app: TestApp, integration: Pick<ShownIntegration, 'id'>, count: number) =>
  expect
    .poll(() => sendingsOf(app, integration))
    .toEqual(Array.from({ length: count }, () => expect.objectContaining({ state: 'delivered' })));

/** Waits until so many attempts have failed, each of another event or of the same. */
export const untilFailed = (app: TestApp, integration: Pick<ShownIntegration, 'id'>, count: number) =>
  expect
    .poll(async () =>
      (await sendingsOf(app, integration)).reduce(
        (sum, { attemptCount, error }) => sum + (error ? attemptCount : 0),
        0,
      ),
    )
    .toBe(count);

/** Has the time of the next attempts, and of pauses, come. */
export async function retryNow(app: TestApp): Promise<void> {
  const { pool } = app.services;
  await pool.query('UPDATE integrations SET paused_until = NULL');
  await pool.query('DELETE FROM webhook_hosts');
  await pool.query(`UPDATE webhook_deliveries SET next_attempt_at = now(), queued_at = NULL WHERE state = 'pending'`);
  await sweepDeliveries(systemContext(app.services));
}
