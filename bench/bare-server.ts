import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { newId } from '../src/infrastructure/database/ids.ts';
import { ANNOTATION_COLUMNS } from '../src/resolvers/core/annotations/columns.ts';
import { INSERT_ANNOTATION } from '../src/resolvers/core/annotations/insert-annotation.ts';
import { requireProject } from '../src/resolvers/core/projects/require-project.ts';

/**
 * Baseline of requests: node:http, pg and JSON execute the same SQL as the service, without
 * tokens, validation and schema. Started by bench/scenarios/requests.ts with DATABASE_URL, PORT
 * and USER_ID.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const userId = process.env.USER_ID ?? '';
const LIST = `SELECT ${ANNOTATION_COLUMNS} FROM annotations a WHERE project_id = $1 AND deleted_at IS NULL
  ORDER BY created_at DESC, id DESC LIMIT $2`;

async function list(projectId: string): Promise<unknown> {
  await requireProject.query.first(pool, { id: projectId, userId });
  return (await pool.query({ name: 'list', text: LIST, values: [projectId, 101] })).rows.slice(0, 100);
}

/** Body of a request that creates an annotation. */
interface Body {
  projectId: string;
  content: string;
  url: string;
  position_x: number;
  position_y: number;
  metadata: object;
}

async function create(body: Body): Promise<unknown> {
  const id = newId();
  await requireProject.query.first(pool, { id: body.projectId, userId });
  const metadata = JSON.stringify(body.metadata);
  const data = JSON.stringify({ comment: { id, text: body.content }, project: { id: body.projectId } });
  // Without access token, visitor token and picture, and with no mentions.
  return INSERT_ANNOTATION.first(pool, {
    projectId: body.projectId,
    authorId: userId,
    id,
    content: body.content,
    url: body.url,
    urlKey: body.url,
    positionX: body.position_x,
    positionY: body.position_y,
    metadata,
    domFingerprint: metadata,
    source: 'api',
    eventId: newId(),
    data,
    visibility: 'public',
    mentions: [],
  });
}

async function readJson(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

createServer(async (request, response) => {
  const [status, body] =
    request.method === 'POST'
      ? [201, await create(await readJson(request))]
      : [200, await list((request.url ?? '').split('/').pop() ?? '')];
  const json = JSON.stringify(body);
  response.writeHead(status as number, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  });
  response.end(json);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
