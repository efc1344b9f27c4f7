import { Response } from '@whatwg-node/fetch';
import type { Services } from '../../context.ts';
import { browserWarning } from '../../infrastructure/capture/browser/browser-release.ts';
import { statement } from '../../infrastructure/database/statement.ts';
import type { Queues } from '../../infrastructure/queues/connect-queues.ts';
import type { Logger } from '../../infrastructure/telemetry/logger.ts';
import { withDeadline } from '../../lib/deadline.ts';
import { type Endpoint, READ } from '../pipeline.ts';
import { OWN_ORIGIN } from '../response-headers.ts';

/** Timeout of each check, milliseconds. */
const TIMEOUT_MS = 2_000;

/** Liveness, readiness and metrics of a process. */
export function probes({ services, queues }: { services: Services; queues: Queues }): Endpoint<Response>[] {
  const { registry } = services.metrics;
  const metrics = async () =>
    new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType, ...OWN_ORIGIN } });
  return [
    { methods: READ, path: '/healthz', handle: () => Response.json({ status: 'ok' }) },
    { methods: READ, path: '/readyz', handle: () => ready(services, queues) },
    { methods: READ, path: '/metrics', handle: metrics },
  ];
}

const FIND = statement('probes/find', 'SELECT 1');

/**
 * Checks the database and the queue. The response names the failing check; its cause is only
 * logged, because anonymous clients may read the response.
 */
async function ready(services: Services, queues: Queues): Promise<Response> {
  const { logger, pool } = services;
  const [database, queue] = await Promise.all([
    checkOf(logger, 'database', () => FIND.run(pool)),
    checkOf(logger, 'queue', () => queues.ping()),
  ]);
  const ok = database === 'ok' && queue === 'ok';
  const body = { status: ok ? 'ok' : 'unavailable', checks: { database, queue }, ...(await browserOf(services)) };
  return Response.json(body, { status: ok ? 200 : 503 });
}

/**
 * Name of the browser that captures snapshots in this process, with a warning if it is old. It does
 * not affect readiness, since everything else works without it. Unpacking may take long, so the
 * response does not wait for it.
 */
async function browserOf({ config, browsers }: Services): Promise<{ browser?: string; warnings?: string[] }> {
  if (config.role === 'api') return {};
  const choice = browsers.select().then(
    ({ version, source }) => {
      const warning = browserWarning(version);
      return { browser: `${version} (${source})`, ...(warning && { warnings: [warning] }) };
    },
    () => ({ browser: 'unavailable' }),
  );
  const late = new Promise<{ browser: string }>((resolve) => setTimeout(resolve, 50, { browser: 'starting' }).unref());
  return Promise.race([choice, late]);
}

const noResponse = () => Object.assign(new Error(`no response within ${TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' });

async function checkOf(logger: Logger, name: string, check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  try {
    await withDeadline(check(), TIMEOUT_MS, noResponse);
    return 'ok';
  } catch (error) {
    logger.error({ err: error, check: name }, 'readiness check failed');
    return 'unavailable';
  }
}
