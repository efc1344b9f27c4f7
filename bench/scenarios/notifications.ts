import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/support/server-process.ts';
import { type MailSink, startMailSink } from '../../test/support/servers/mail-sink.ts';
import { median, quantile } from '../numbers.ts';
import { type Running, startNode } from '../processes.ts';
import { type BenchReceiver, startBenchReceiver } from '../receivers.ts';
import { annotation, post, type Scenario } from '../scenario.ts';
import { startWebhookService, subscribe, type WebhookService } from './webhook-service.ts';

const MEMBERS = 20;
/** Notifications a minute that the aim asks for. */
const PER_MINUTE = 10_000;
/** Annotations a second. Each notifies every member. */
const RATE = PER_MINUTE / 60 / MEMBERS;
/** Higher rate of the rounds that count mails: a last mail follows the last annotation. */
const HIGHER_RATE = 1.25 * RATE;
const ROUNDS = 3;
/** Longest wait for mails after the last annotation, ms. */
const MAILED_WITHIN_MS = 120_000;

/**
 * Measures how many notifications one worker writes and mails, and their effect on the deliveries
 * of a webhook: annotations are created at one rate, in turn with members who turned notifications
 * off and with members who are mailed each, and then at a higher rate.
 */
export const notifications: Scenario = {
  name: 'notifications',
  async run(bench) {
    const sink = await startMailSink();
    const receiver = await startBenchReceiver({ parsesBodies: true });
    // Mails are due at once; by default, those of a thread are collected for five minutes.
    const settings = { ...bench.settings, SMTP_URL: sink.url, MAIL_GROUPING: '0' };
    const service = await startWebhookService({ ...bench, settings: { ...settings, ROLE: 'api' } }, 'PostgreSQL');
    const worker = await startWorker(service, settings);
    const quiet = { receiver, sink, rate: RATE, mails: 0 };
    const busy = { ...quiet, mails: MEMBERS };
    const seconds = Math.max(10, (60 * bench.seconds) / 4 / ROUNDS);
    try {
      await subscribe(service, receiver.url);
      await addMembers(service);
      const [without, mailed, rates]: [number[], number[], number[]] = [[], [], []];
      await setChannel(service, 'off');
      await measure(service, { ...quiet, seconds: 5 });
      for (let round = 0; round < ROUNDS; round += 1) {
        await setChannel(service, 'off');
        without.push(...(await measure(service, { ...quiet, seconds })).delays);
        await setChannel(service, 'mail');
        mailed.push(...(await measure(service, { ...busy, seconds })).delays);
        rates.push((await measure(service, { ...busy, rate: HIGHER_RATE, seconds })).perMinute);
      }
      // All rounds count together: one alone has fewer than 200 deliveries.
      const [before, after] = [quantile(without, 0.99), quantile(mailed, 0.99)];
      return [
        {
          name: 'notifications written and mailed, a minute',
          ours: median(rates),
          unit: '/min',
          aim: '≥ 10 000',
          note: `by one worker, ${(HIGHER_RATE * MEMBERS).toFixed(0)} a second for ${seconds.toFixed(0)} s, until the last mail`,
        },
        {
          name: 'p99 of deliveries beside them',
          ours: (after / before - 1) * 100,
          unit: '% more',
          aim: '≤ 20',
          note: `${after.toFixed(0)} ms; without notifications ${before.toFixed(0)} ms`,
        },
      ];
    } finally {
      await worker.stop();
      await service.stop();
      await receiver.close();
      await sink.close();
    }
  },
};

const startWorker = async (service: WebhookService, settings: Record<string, string>): Promise<Running> =>
  startNode(['--enable-source-maps', 'dist/worker.js'], {
    ...settings,
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    NETWORK_POLICY: 'open',
    WORKER_PORT: String(await freePort()),
  });

/** Adds members whose addresses are verified. */
const addMembers = ({ sql, organizationId }: WebhookService) =>
  sql.query(
    `WITH added AS (
       INSERT INTO users (id, email, name, password_hash, email_verified_at, updated_at)
       SELECT gen_random_uuid(), 'member-' || n || '@example.com', 'Member ' || n, '', now(), now()
         FROM generate_series(1, ${MEMBERS}) AS n RETURNING id
     )
     INSERT INTO memberships (id, organization_id, user_id, role)
     SELECT gen_random_uuid(), $1, id, 'editor' FROM added`,
    [organizationId],
  );

/** Sets how the members are notified of new annotations. */
const setChannel = ({ sql }: WebhookService, channel: 'off' | 'mail') =>
  sql.query(
    `INSERT INTO notification_settings (user_id, channels)
     SELECT id, jsonb_build_object('annotation', $1::text) FROM users WHERE email LIKE 'member-%'
     ON CONFLICT (user_id) DO UPDATE SET channels = excluded.channels`,
    [channel],
  );

interface Round {
  receiver: BenchReceiver;
  sink: MailSink;
  seconds: number;
  /** Annotations a second. */
  rate: number;
  /** Mails of each annotation. */
  mails: number;
}

/**
 * Creates annotations at the rate, and waits for their deliveries and mails.
 *
 * @returns the delays of the deliveries, ms, and the mails a minute
 */
async function measure(
  service: WebhookService,
  { receiver, sink, seconds, rate, mails }: Round,
): Promise<{ delays: number[]; perMinute: number }> {
  receiver.requests.length = 0;
  sink.mails.length = 0;
  const count = Math.round(rate * seconds);
  const started = performance.now();
  const calls: Promise<unknown>[] = [];
  for (let created = 0; created < count; created += 1) {
    await pause(Math.max(0, started + (created * 1000) / rate - performance.now()));
    calls.push(post(service, '/annotations', annotation(service.projectId, `change ${created}`)));
  }
  await Promise.all(calls);
  const latest = performance.now() + MAILED_WITHIN_MS;
  while ((sink.mails.length < mails * count || receiver.requests.length < count) && performance.now() < latest) {
    await pause(50);
  }
  const minutes = (performance.now() - started) / 60_000;
  const delays = receiver.requests.map(({ at, createdAt }) => at - createdAt);
  return { delays, perMinute: sink.mails.length / minutes };
}
