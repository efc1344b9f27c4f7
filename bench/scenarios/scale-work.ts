import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import WebSocket from 'ws';
import type { Load } from '../load.ts';
import { startBenchReceiver } from '../receivers.ts';
import type { ScaledService } from '../scaled-service.ts';
import { annotation, bearer, post } from '../scenario.ts';
import { collectLoad } from './collect.ts';
import { SECRET } from './webhook-service.ts';

/** Work of one kind, spread over all processes. Returns the number of units done. */
export interface Work {
  name: string;
  /** Whether it lasts as long as asked, so that it can be repeated. */
  isTimed?: boolean;
  run(service: ScaledService, seconds: number): Promise<number>;
}

const CONNECTIONS = 32;
const [SUBSCRIBERS, UPDATES] = [100, 100];
const DELIVERIES = 2_000;
const CAPTURES = 20;
const TIMEOUT_MS = 180_000;
const VIEWPORT = { width: 1280, height: 720, deviceScaleFactor: 1 };

/** Copies the only event, like a burst of changes. */
const BURST = `INSERT INTO events (id, type, organization_id, project_id, annotation_id, data)
  SELECT gen_random_uuid(), type, organization_id, project_id, annotation_id, data
    FROM (SELECT * FROM events WHERE type = 'comment.created' LIMIT 1) AS one, generate_series(1, $1)`;

async function load(service: ScaledService, seconds: number, of: (url: string) => Load): Promise<number> {
  const runs = await Promise.all(
    service.apis.map(({ url }) =>
      autocannon({ connections: CONNECTIONS / service.apis.length, duration: seconds, ...of(url) }),
    ),
  );
  if (runs.some(({ non2xx, errors }) => non2xx + errors > 0)) throw new Error('responses were not 2xx');
  return runs.reduce((sum, { requests }) => sum + requests.total, 0);
}

async function until(isDone: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`${what}: not done after ${TIMEOUT_MS} ms`);
    await pause(10);
  }
}

const create = (service: ScaledService, content: string) =>
  post(service, '/annotations', annotation(service.project.id, content));

export const WORK: Work[] = [
  {
    name: 'POST /annotations',
    isTimed: true,
    run: (service, seconds) =>
      load(service, seconds, (url) => ({
        url: `${url}/annotations`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(service.token) },
        body: JSON.stringify(annotation(service.project.id, 'The price is wrong')),
      })),
  },
  {
    name: 'GET list of 20',
    isTimed: true,
    run: (service, seconds) =>
      load(service, seconds, (url) => ({
        url: `${url}/annotations/project/${service.project.id}?limit=20`,
        headers: bearer(service.token),
      })),
  },
  {
    name: 'collected events',
    isTimed: true,
    run: async (service, seconds) =>
      10 * (await load(service, seconds, (url) => collectLoad(`${url}/v1/collect`, service.project.projectKey))),
  },
  { name: `live updates to ${SUBSCRIBERS} subscribers`, run: updates },
  { name: 'webhook deliveries', run: deliveries },
  { name: 'captures', run: captures },
];

async function updates(service: ScaledService): Promise<number> {
  let received = 0;
  const query = `subscription { annotationChanged(projectId: "${service.project.id}") { kind annotation { id content } } }`;
  const sockets = Array.from({ length: SUBSCRIBERS }, (_none, index) => {
    const { url = '' } = service.apis[index % service.apis.length] ?? {};
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.on('open', () => {
      const payload = { Authorization: `Bearer ${service.token}` };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data));
      if (type === 'connection_ack') {
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      } else if (type === 'next') received += 1;
    });
    return socket;
  });
  // Each has received an update: all streams are open.
  for (let round = 0; received < SUBSCRIBERS; round += 1) {
    if (round > 100) throw new Error('the streams do not open');
    await create(service, `opening ${round}`);
    await pause(500);
  }
  received = 0;
  await service.sql.query(BURST, [UPDATES]);
  await create(service, 'burst');
  await until(() => received >= SUBSCRIBERS * (UPDATES + 1), 'live updates');
  for (const socket of sockets) socket.terminate();
  return SUBSCRIBERS * (UPDATES + 1);
}

async function deliveries(service: ScaledService): Promise<number> {
  const receiver = await startBenchReceiver({ parsesBodies: false });
  const { organizationId } = service;
  await post(service, '/v1/webhooks', {
    organizationId,
    url: receiver.url,
    events: ['comment.created'],
    secret: SECRET,
  });
  await service.sql.query(BURST, [DELIVERIES]);
  await create(service, 'deliveries');
  await until(() => receiver.requests.length > DELIVERIES, 'deliveries');
  await receiver.close();
  return DELIVERIES + 1;
}

async function captures(service: ScaledService): Promise<number> {
  const { project, ours } = service;
  const body = { projectId: project.id, url: `${ours.url}/`, viewport: VIEWPORT };
  for (let number = 0; number < CAPTURES; number += 1) await post(service, '/v1/snapshots', body);
  await until(async () => {
    const { rows } = await service.sql.query("SELECT FROM snapshots WHERE status = 'processing'");
    return rows.length === 0;
  }, 'captures');
  return CAPTURES;
}
