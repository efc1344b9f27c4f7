import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { median } from '../numbers.ts';
import { startBenchReceiver } from '../receivers.ts';
import type { Result } from '../report.ts';
import { annotation, type Bench, post } from '../scenario.ts';
import { type Backend, SECRET, startWebhookService, subscribe } from './webhook-service.ts';

const [EVENTS, ROUNDS] = [3_000, 3];
/** Concurrent requests that the service sends to one host. */
const HOST_CONCURRENCY = '24';
const TIMEOUT_MS = 120_000;

/** Copies the only event, like a burst of changes. */
const BURST = `INSERT INTO events (id, type, organization_id, project_id, annotation_id, data)
  SELECT gen_random_uuid(), type, organization_id, project_id, annotation_id, data
    FROM (SELECT * FROM events WHERE type = 'comment.created' LIMIT 1) AS one, generate_series(1, $1)`;

/**
 * Measures deliveries of one webhook, from outbox to stored result, against a loop of signed posts.
 */
export async function throughput(bench: Bench, backend: Backend, aim: string): Promise<Result> {
  const service = await startWebhookService(bench, backend);
  const receiver = await startBenchReceiver({ parsesBodies: false });
  const [ours, peer]: [number[], number[]] = [[], []];
  try {
    await subscribe(service, receiver.url);
    await post(service, '/annotations', annotation(service.projectId, 'The price is wrong'));
    const body = await bodyOfFirst(service.sql);
    for (let round = 0; round <= ROUNDS; round += 1) {
      await service.sql.query(BURST, [EVENTS]);
      const started = performance.now();
      // Any commit wakes the relay.
      await post(service, '/annotations', annotation(service.projectId, `round ${round}`));
      await untilAllDelivered(service.sql, started);
      const rate = (EVENTS / (performance.now() - started)) * 1000;
      const bare = await bareRate({ URL: receiver.url, BODY: body, COUNT: String(EVENTS) });
      // The first round is a warm-up.
      if (round > 0) {
        ours.push(rate);
        peer.push(bare);
      }
    }
  } finally {
    await receiver.close();
    await service.stop();
  }
  const name = `webhook deliveries, ${backend}`;
  return {
    name,
    ours: median(ours),
    peer: median(peer),
    unit: '/s',
    aim,
    note: 'bare: undici signs and posts the same bytes',
  };
}

async function bodyOfFirst(sql: Sql): Promise<string> {
  for (;;) {
    const { rows } = await sql.query('SELECT body FROM webhook_deliveries LIMIT 1');
    if (rows[0]) return rows[0].body;
    await pause(20);
  }
}

async function untilAllDelivered(sql: Sql, started: number): Promise<void> {
  for (;;) {
    const { rows } = await sql.query(
      `SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL)
            + (SELECT count(*) FROM webhook_deliveries WHERE state = 'pending') AS pending`,
    );
    if (Number(rows[0].pending) === 0) return;
    if (performance.now() - started > TIMEOUT_MS)
      throw new Error(`${rows[0].pending} deliveries are pending after ${TIMEOUT_MS} ms`);
    await pause(20);
  }
}

async function bareRate(env: Record<string, string>): Promise<number> {
  const options = { env: { ...process.env, SECRET, CONNECTIONS: HOST_CONCURRENCY, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/bare-sender.ts'], options);
  return Number(stdout);
}

// biome-ignore lint/suspicious/noExplicitAny: rows of the few statements above
type Sql = { query(text: string): Promise<{ rows: any[] }> };
