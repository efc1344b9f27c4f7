import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import type { CollectedBatch } from '../src/collection.ts';
import { createGroupCommit } from '../src/infrastructure/group-commit.ts';
import { newId } from '../src/infrastructure/ids.ts';
import { columnsOf, STORE_BATCHES } from '../src/resolvers/collection/store-batches.ts';

/**
 * The bare limit of collecting: node:http, the same JSON.parse and the same statement, without key, checks and counting.
 * Started by bench/scenarios/collect.ts with DATABASE_URL, PORT, PROJECT_ID, and GROUP=1 for the same group commit; without it
 * every request has a statement of its own.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const store = async (batches: CollectedBatch[]) => {
  await pool.query({ name: 'store', text: STORE_BATCHES, values: columnsOf(batches) });
  return new Map<CollectedBatch, Error>();
};
const groups = createGroupCommit<CollectedBatch>({
  gatherMs: 3,
  maxItems: 500,
  maxBytes: 4 * 1024 * 1024,
  maxHeldBytes: 64 * 1024 * 1024,
  parallel: 2,
  full: () => new Error('full'),
  mayBeOneItem: () => false,
  write: store,
});
const keep = process.env.GROUP
  ? (batch: CollectedBatch) => groups.add(batch, batch.events.length)
  : (batch: CollectedBatch) => store([batch]);

function batchOf(body: Record<string, unknown>): CollectedBatch {
  const events = JSON.stringify(body.events);
  const digest = createHash('sha256').update(String(body.sessionId)).update(events).digest('hex').slice(0, 32);
  const receivedAt = new Date();
  return {
    id: newId(),
    projectId: process.env.PROJECT_ID ?? '',
    organizationId: '',
    day: receivedAt.toISOString().slice(0, 10),
    digest,
    sessionId: String(body.sessionId),
    url: String(body.url),
    urlKey: String(body.url),
    userAgent: String(body.userAgent),
    receivedAt,
    shiftMs: 0,
    events,
    eventCount: 0,
    counts: '[]',
    structure: null,
    changes: null,
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

createServer(async (request, response) => {
  const body = await readJson(request);
  await keep(batchOf(body));
  const json = JSON.stringify({ accepted: (body.events as unknown[]).length });
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  response.end(json);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
