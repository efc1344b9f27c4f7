import { rest } from './client.ts';
import type { TestUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Signing secret of tests: `whsec_` and the base64 of 24 bytes. */
export const SECRET = `whsec_${Buffer.from('twenty-four bytes of it!').toString('base64')}`;

/** Creates a webhook through the API. */
export async function createWebhook(
  app: Pick<TestApp, 'url'>,
  { token, organizationId }: Pick<TestUser, 'token' | 'organizationId'>,
  values: { url: string; events?: string[]; projectId?: string; secret?: string },
): Promise<{ id: string; url: string; secret: string }> {
  const { status, body } = await rest(app, 'POST', '/v1/webhooks', {
    token,
    body: { organizationId, events: ['comment.created'], secret: SECRET, ...values },
  });
  if (status !== 201) throw new Error(`no webhook: ${body.message}`);
  return body.data;
}

/**
 * Inserts this many events that wait for the relay, with the time of the database, like the
 * service.
 */
export async function writeEvents(
  { services }: Pick<TestApp, 'services'>,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  count: number,
): Promise<void> {
  await services.pool.query(
    `INSERT INTO events (id, type, organization_id, project_id, data)
     SELECT gen_random_uuid(), 'comment.created', $1, $2, '{}' FROM generate_series(1, $3)`,
    [organizationId, projectId, count],
  );
}

/** A delivery as the API returns it. */
export interface DeliveryResponse {
  id: string;
  eventId: string;
  type: string;
  state: string;
  attemptCount: number;
  nextAttemptAt: string | null;
  responseStatus: number | null;
  error: string | null;
  attempts: { number: number; responseStatus: number | null; responseBody: string | null; error: string | null }[];
  createdAt: string;
}

/** Lists the deliveries of a webhook, newest first. */
export async function deliveriesOf(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<TestUser, 'token'>,
  webhookId: string,
): Promise<DeliveryResponse[]> {
  return (await rest(app, 'GET', `/v1/webhooks/${webhookId}/deliveries?limit=100`, { token })).body.data;
}
