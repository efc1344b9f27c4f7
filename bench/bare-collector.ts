import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { newId } from '../src/infrastructure/database/ids.ts';
import { createGroupCommit } from '../src/lib/group-commit.ts';

/**
 * Baseline of collecting: node:http, the same JSON.parse and the same rows, without project keys,
 * validation, usage and counting. Started by bench/scenarios/collect.ts with DATABASE_URL, PORT and
 * PROJECT_ID. GROUP=1 enables the same group commit; without it, every request executes its own
 * INSERT on a pool of ten connections.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const projectId = process.env.PROJECT_ID ?? '';

const INSERT = `INSERT INTO collected_batches
  (day, id, project_id, digest, session_id, page_id, url, user_agent, received_at, shift_ms, events)`;
const INSERT_ONE = {
  name: 'one',
  text: `${INSERT} VALUES ($1, $2, $3, decode($4, 'hex'), $5, md5($6)::uuid, $6, $7, $8, 0, $9) ON CONFLICT DO NOTHING`,
};
const INSERT_MANY = {
  name: 'many',
  text: `${INSERT}
    SELECT day, id, $3, decode(digest, 'hex'), session_id, md5(url)::uuid, url, user_agent, received_at, 0, events::json
      FROM unnest($1::date[], $2::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                  string_to_array($9, E'\\x1e'))
        AS sent(day, id, digest, session_id, url, user_agent, received_at, events)
    ON CONFLICT DO NOTHING`,
};

interface Row {
  day: string;
  id: string;
  digest: string;
  sessionId: string;
  url: string;
  userAgent: string;
  receivedAt: string;
  /** JSON array. */
  events: string;
}

async function storeOne({ day, id, digest, sessionId, url, userAgent, receivedAt, events }: Row): Promise<void> {
  await pool.query({
    ...INSERT_ONE,
    values: [day, id, projectId, digest, sessionId, url, userAgent, receivedAt, events],
  });
}

const groups = createGroupCommit<Row>({
  gatherMs: 3,
  maxItems: 500,
  maxBytes: 4 * 1024 * 1024,
  maxPendingBytes: 64 * 1024 * 1024,
  parallel: 2,
  fullError: () => new Error('full'),
  isItemFault: () => false,
  async write(rows) {
    const values = [
      rows.map(({ day }) => day),
      rows.map(({ id }) => id),
      projectId,
      rows.map(({ digest }) => digest),
      rows.map(({ sessionId }) => sessionId),
      rows.map(({ url }) => url),
      rows.map(({ userAgent }) => userAgent),
      rows.map(({ receivedAt }) => receivedAt),
      rows.map(({ events }) => events).join('\x1e'),
    ];
    await pool.query({ ...INSERT_MANY, values });
    return new Map<Row, Error>();
  },
});
const store = process.env.GROUP ? (row: Row) => groups.add(row, row.events.length) : storeOne;

function rowOf(body: Record<string, unknown>): Row {
  const events = JSON.stringify(body.events);
  const receivedAt = new Date().toISOString();
  return {
    day: receivedAt.slice(0, 10),
    id: newId(),
    digest: createHash('sha256').update(String(body.sessionId)).update(events).digest('hex').slice(0, 32),
    sessionId: String(body.sessionId),
    url: String(body.url),
    userAgent: String(body.userAgent),
    receivedAt,
    events,
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

createServer(async (request, response) => {
  const body = await readJson(request);
  await store(rowOf(body));
  const json = JSON.stringify({ accepted: (body.events as unknown[]).length });
  response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  response.end(json);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
