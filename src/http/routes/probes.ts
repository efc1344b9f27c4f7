import { Response } from '@whatwg-node/fetch';
import type { Queues } from '../../infrastructure/queues/connect-queues.ts';
import type { Logger } from '../../infrastructure/telemetry/logger.ts';
import { withDeadline } from '../../lib/deadline.ts';
import type { Services } from '../../services.ts';

/** Milliseconds that a part may take to answer. */
const TIMEOUT_MS = 2_000;

/** What those who watch a process ask it, by path. */
export function probes({ services, queues }: { services: Services; queues: Queues }) {
  const { registry } = services.metrics;
  return {
    '/healthz': () => Response.json({ status: 'ok' }),
    '/readyz': () => ready(services, queues),
    '/metrics': async () =>
      new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } }),
  };
}

/** Whether the process can do its work. Names the parts, never why one fails: everybody may ask, and the log says it. */
async function ready(services: Services, queues: Queues): Promise<Response> {
  const { logger, pool } = services;
  const [database, queue] = await Promise.all([
    answers(logger, 'database', () => pool.query('SELECT 1')),
    answers(logger, 'queue', () => queues.ping()),
  ]);
  const ok = database === 'ok' && queue === 'ok';
  const browser = await browserOf(services);
  const body = { status: ok ? 'ok' : 'unavailable', checks: { database, queue }, ...(browser && { browser }) };
  return Response.json(body, { status: ok ? 200 : 503 });
}

/**
 * What takes snapshots, where this process does; it is no part of being ready, because all else works without. The first
 * look may have to unpack it: nobody waits for that. Why there is none, the start logs, and each capture that it fails.
 */
async function browserOf({ config, browsers }: Services): Promise<string | undefined> {
  if (config.role === 'api') return undefined;
  const choice = browsers.choose().then(
    ({ version, source }) => `${version} (${source})`,
    () => 'unavailable',
  );
  return Promise.race([choice, new Promise<string>((resolve) => setTimeout(resolve, 50, 'starting').unref())]);
}

async function answers(logger: Logger, part: string, check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  try {
    await withDeadline(check(), TIMEOUT_MS, () => new Error(`no answer within ${TIMEOUT_MS} ms`));
    return 'ok';
  } catch (error) {
    logger.error({ err: error, part }, 'a part of the service is not ready');
    return 'unavailable';
  }
}
