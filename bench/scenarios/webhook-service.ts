import pg from 'pg';
import { startRedis } from '../../test/support/servers/redis-server.ts';
import { type OwnService, startOwnService } from '../isolated-service.ts';
import { type Bench, post } from '../scenario.ts';

/** A service that may send to loopback, and its database. */
export interface WebhookService extends OwnService {
  sql: pg.Client;
}

export type Backend = 'PostgreSQL' | 'Redis';

/** @param backend where its queues are; Redis needs redis-server */
export async function startWebhookService(bench: Bench, backend: Backend): Promise<WebhookService> {
  const redis = backend === 'Redis' ? await startRedis() : undefined;
  const service = await startOwnService(bench, { NETWORK_POLICY: 'open', ...(redis && { REDIS_URL: redis.url }) });
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

/** Has comment.created sent to an address. */
export const subscribe = ({ organizationId, ...caller }: WebhookService, url: string) =>
  post<{ data: { id: string } }>(caller, '/v1/webhooks', {
    organizationId,
    url,
    events: ['comment.created'],
    secret: SECRET,
  });
