import { setTimeout as delay } from 'node:timers/promises';
import { EVENTS } from '../faults/collector.ts';
import type { Acknowledged } from '../faults/writer.ts';
import { click, createBatch } from './collection.ts';
import { PatientClient } from './patient-client.ts';

interface LoadTarget {
  url: string;
  token: string;
  projectId: string;
  projectKey: string;
  site: string;
}

/** Clients of each kind of work, until they are stopped. */
export interface Load {
  client: PatientClient;
  /** Annotations of members and visitors. */
  acknowledged: Acknowledged[];
  /** Sessions of accepted batches; each sent one. */
  accepted: string[];
  /** Ids of requested snapshots. */
  snapshots: string[];
  /** Pictures that were read. */
  pictures: number;
  /** Rounds of each client so far, by name. */
  rounds: Record<string, number>;
  stop(): Promise<void>;
}

/** Pause between two requests of a client, ms: the load is to be steady, not high. */
const PAUSE_MS = 50;
const MEMBERS = 2;
const URL = 'https://shop.example/cart';

export function startLoad(target: LoadTarget): Load {
  const { token, projectId, projectKey, site } = target;
  const client = new PatientClient(target.url);
  const load: Load = { client, acknowledged: [], accepted: [], snapshots: [], pictures: 0, rounds: {}, stop };
  const stopping = new AbortController();

  async function repeat(name: string, round: (number: number) => Promise<void>): Promise<void> {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      await round(number);
      load.rounds[name] = number;
      await delay(PAUSE_MS);
    }
  }
  const keep = ({ id, number, content }: Acknowledged) => load.acknowledged.push({ id, number, content });

  const member = (name: string) =>
    repeat(name, async (round) => {
      const content = `${name} ${round}`;
      const created = await client.send('POST', '/annotations', 201, {
        token,
        headers: { 'idempotency-key': content },
        body: { projectId, content, url: URL },
      });
      keep(created.body);
      await client.send('GET', `/annotations/project/${projectId}?limit=5`, 200, { token });
    });
  const visitor = () =>
    repeat('visitor', async (round) => {
      const content = `visitor ${round}`;
      const created = await client.send('POST', '/annotations/public', 201, {
        headers: { 'x-project-key': projectKey, 'idempotency-key': content },
        body: { content, url: URL, name: 'Grace' },
      });
      keep(created.body);
    });
  const page = () =>
    repeat('page', async (round) => {
      const timestamp = Date.now();
      const events = Array.from({ length: EVENTS }, (_none, index) => click(timestamp - index));
      const body = createBatch(projectKey, { sessionId: `page ${round}`, timestamp, events });
      await client.send('POST', '/v1/collect', 202, { body });
      load.accepted.push(body.sessionId);
    });
  /** Requests a snapshot; once it is completed, reads its picture and requests the next. */
  const photographer = () =>
    repeat('photographer', async (round) => {
      const requested = await client.send('POST', '/v1/snapshots', 202, {
        token,
        headers: { 'idempotency-key': `snapshot ${round}` },
        body: { projectId, url: site },
      });
      const { id } = requested.body.data;
      load.snapshots.push(id);
      while (!stopping.signal.aborted) {
        const { data } = (await client.send('GET', `/v1/snapshots/${id}`, 200, { token })).body;
        if (data.status === 'failed') client.problems.push(`snapshot ${id}: ${data.error}`);
        if (data.status !== 'processing') break;
        await delay(4 * PAUSE_MS);
      }
    });
  const viewer = () =>
    repeat('viewer', async () => {
      const list = await client.send('GET', `/v1/projects/${projectId}/snapshots?status=completed&limit=1`, 200, {
        token,
      });
      const [newest] = list.body.data;
      if (newest) load.pictures += (await readPicture(client, newest.imageUrl)) ? 1 : 0;
    });

  const clients = Promise.all([
    ...Array.from({ length: MEMBERS }, (_none, index) => member(`member ${index}`)),
    visitor(),
    page(),
    photographer(),
    viewer(),
  ]);
  // A failure is among the problems; it is thrown by `stop`.
  clients.catch(() => undefined);
  return load;

  async function stop(): Promise<void> {
    stopping.abort();
    await clients;
  }
}

const PNG = '89504e47';

/** Reads a picture; while its storage is away, until it is back. */
export async function readPicture(client: PatientClient, url: string): Promise<boolean> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === 200) {
      const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
      if (bytes.subarray(0, 4).toString('hex') === PNG) return true;
    } else if (response && response.status < 502) {
      client.problems.push(`${url}: ${response.status} ${await response.text()}`);
      return false;
    }
    client.repeated += 1;
    await delay(4 * PAUSE_MS);
  }
}
