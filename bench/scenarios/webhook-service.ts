import pg from 'pg';
import { startRedis } from '../../test/support/servers/redis-server.ts';
import { type IsolatedService, startIsolatedService } from '../isolated-service.ts';
import { type Bench, post } from '../scenario.ts';

/** Service that may send to loopback addresses, and a client of its database. */
export interface WebhookService extends IsolatedService {
  sql: pg.Client;
}

export type Backend = 'PostgreSQL' | 'Redis';

/** @param backend storage of the queues; Redis requires redis-server */
export async function startWebhookService(bench: Bench, backend: Backend): Promise<WebhookService> {
  const redis = backend === 'Redis' ? await startRedis() : undefined;
  const service = await startIsolatedService(bench, { NETWORK_POLICY: 'open', ...(redis && { REDIS_URL: redis.url }) });
  const sql = new pg.Client({ connectionString: service.databaseUrl });
  await sql.connect();
  return {
    ...service,
    sql,
    async stop() {
      await sql.end();
      await service.stop();
      await redis?.stop();
    },
  };
}

export const SECRET = `whsec_${Buffer.from('twenty-four bytes of it!').toString('base64')}`;

/** Creates a webhook for comment.created. */
export const subscribe = ({ organizationId, ...client }: WebhookService, url: string) =>
  post<{ data: { id: string } }>(client, '/v1/webhooks', {
    organizationId,
    url,
    events: ['comment.created'],
    secret: SECRET,
  });
