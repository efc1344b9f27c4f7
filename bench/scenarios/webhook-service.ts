import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startRedis } from '../../test/support/redis-server.ts';
import { startNode } from '../processes.ts';
import { type Bench, makeProject, post } from '../scenario.ts';

/** A service on a database of its own that may send to loopback, with an owner and a project. */
export interface WebhookService extends Pick<Bench, 'ours' | 'token' | 'organizationId'> {
  projectId: string;
  sql: pg.Client;
  stop(): Promise<void>;
}

export type Backend = 'PostgreSQL' | 'Redis';

/** @param backend where its queues are; Redis needs redis-server */
export async function startWebhookService(bench: Bench, backend: Backend): Promise<WebhookService> {
  const name = `webhooks_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: bench.databaseUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(bench.databaseUrl);
  url.pathname = `/${name}`;
  const redis = backend === 'Redis' ? await startRedis() : undefined;
  const ours = await startNode(['--enable-source-maps', 'dist/server.js'], {
    ...bench.settings,
    DATABASE_URL: url.href,
    NETWORK_POLICY: 'open',
    ...(redis && { REDIS_URL: redis.url }),
  });
  const account = { email: 'b@example.com', password: 'a long password', name: 'Bench' };
  const session = await post<{ organization: { id: string }; accessToken: string }>(
    { ours, token: '' },
    '/auth/register',
    account,
  );
  const caller = { ...bench, ours, token: session.accessToken, organizationId: session.organization.id };
  const { id: projectId } = await makeProject(caller, 'webhooks');
  const sql = new pg.Client({ connectionString: url.href });
  await sql.connect();
  return {
    ...caller,
    projectId,
    sql,
    async stop() {
      await sql.end();
      await ours.stop();
      await redis?.stop();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
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
