import { Response } from '@whatwg-node/fetch';
import type { Queues } from './infrastructure/queue.ts';
import type { Services } from './services.ts';

/** Milliseconds that a part may take to answer. */
const TIMEOUT_MS = 2_000;

/** The process is alive. */
export const alive = (): Response => Response.json({ status: 'ok' });

/** Whether the process can do its work. Names the parts, never why one fails: that is in the log. */
export async function ready(services: Services, queues: Queues): Promise<Response> {
  const [database, queue] = await Promise.all([
    answers(() => services.pool.query('SELECT 1')),
    answers(() => queues.ping()),
  ]);
  const ok = database === 'ok' && queue === 'ok';
  const body = { status: ok ? 'ok' : 'unavailable', checks: { database, queue } };
  return Response.json(body, { status: ok ? 200 : 503 });
}

async function answers(check: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}
