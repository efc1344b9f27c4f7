import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { trustedOperations } from '../../../scripts/trusted-operations.mjs';
import { drawFrameHeaders } from '../../../src/pages/draw-frame.ts';
import { bundleDrawFrame } from '../../support/client-bundle.ts';

/** Documents by their hashes. */
const DOCUMENTS = trustedOperations(process.cwd());

type Json = Record<string, unknown>;

/** A fake service with the part of the API that the overlay uses. */
export interface FeedbackDouble {
  readonly url: string;
  /** Annotations of the public list. */
  annotations: Json[];
  /** Error response to create requests, while set. */
  rejection: { status: number; message: string; headers?: Record<string, string> } | null;
  /** Status of list responses. */
  listStatus: number;
  /** Page URLs of list requests. */
  readonly listed: string[];
  /** Headers x-visitor-token of list requests; empty for none. */
  readonly listTokens: string[];
  /** Annotation ids by the code of a mail that was not exchanged yet. */
  readonly mailed: Map<string, string>;
  /** Codes of exchange requests. */
  readonly codes: string[];
  /**
   * Idempotency keys of all create requests and replies, rejected ones included.
   */
  readonly keys: unknown[];
  readonly created: { headers: IncomingMessage['headers']; body: Json; bytes: number }[];
  /** Announced files by the path of their upload URL, with the tokens that announced them. */
  readonly announced: Map<string, Json>;
  /** Files that the visitor's threads have. */
  files: Json[];
  /** Uploaded bytes by file name. */
  readonly uploads: Map<string, Buffer>;
  /** Status of responses to uploads. */
  uploadStatus: number;
  /** Status of responses to the member with the token `member-token`. */
  memberStatus: number;
  /** Requests of members and of visitors with a token, in order. */
  readonly calls: { method: string; path: string; body: Json }[];
  /** Documents of all subscriptions. */
  readonly subscribed: string[];
  /** Variables of the open subscriptions. */
  streams(): Json[];
  emit(kind: string, annotation: Json | null): void;
  /** Closes all streams, as a restart of the service does. */
  dropStreams(): void;
  close(): Promise<void>;
}

/**
 * Starts the fake service and resets the numbers of annotations: wider numbers make wider pins.
 *
 * @param respondFirst handles requests that are not part of the overlay's API; false for others
 */
export async function startFeedbackDouble(
  respondFirst: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<FeedbackDouble> {
  count = 0;
  const open = new Map<ServerResponse, Json>();
  const respond = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    const { method = 'GET' } = request;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader(
      'access-control-allow-headers',
      '*, authorization, content-type, idempotency-key, x-project-key, x-visitor-token',
    );
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE');
    response.setHeader('access-control-expose-headers', 'retry-after, x-next-cursor');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (respondFirst(request, response)) return;
    if (pathname === '/overlay/draw') {
      const html = await bundleDrawFrame();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...drawFrameHeaders(html) }).end(html);
      return;
    }
    if (request.method === 'POST' && pathname === '/annotations/public') {
      const text = await bodyOf(request);
      const body = JSON.parse(text) as Json;
      const { rejection } = double;
      double.keys.push(request.headers['idempotency-key']);
      if (rejection) {
        respond(response, rejection.status, { message: rejection.message }, rejection.headers);
        return;
      }
      double.created.push({ headers: request.headers, body, bytes: Buffer.byteLength(JSON.stringify(body.metadata)) });
      const stored = annotation({
        ...body,
        number: double.annotations.length + 1,
        domFingerprint: namesIn(body.metadata as Json),
      });
      double.annotations.push(stored);
      respond(response, 201, { ...stored, visitorToken: `pbv_${String(stored.id)}` });
      return;
    }
    if (pathname === '/annotations/public/visitor-token') {
      const { code } = JSON.parse(await bodyOf(request)) as Json;
      double.codes.push(String(code));
      const id = double.mailed.get(String(code));
      double.mailed.delete(String(code));
      const access = { annotationId: id, number: 1, visitorToken: `pbv_${id}` };
      respond(response, id ? 201 : 400, id ? access : { message: 'code: is invalid' });
      return;
    }
    const [, repliedTo] = /^\/annotations\/public\/([^/]+)\/comments$/.exec(pathname) ?? [];
    if (repliedTo && method === 'POST') {
      const body = JSON.parse(await bodyOf(request)) as Json;
      const { rejection } = double;
      double.keys.push(request.headers['idempotency-key']);
      double.calls.push({ method, path: pathname, body });
      const found = double.annotations.find(({ id }) => id === repliedTo);
      if (!found || rejection || request.headers['x-project-key'] === undefined) {
        respond(response, rejection?.status ?? 404, { message: rejection?.message ?? 'Annotation not found' });
        return;
      }
      const made = reply(body.content, { name: body.name ?? null });
      found.comments = [...(found.comments as Json[]), made];
      found.commentCount = (found.comments as Json[]).length;
      respond(response, 201, made);
      return;
    }
    const attached = /^\/annotations\/([^/]+)\/attachments$/.exec(pathname);
    if (attached && method === 'GET') {
      respond(response, 200, double.files);
      return;
    }
    if (attached) {
      const { authorization, 'x-visitor-token': visitorToken, 'idempotency-key': key } = request.headers;
      const path = `/uploads/${String(key)}`;
      const by = visitorToken ?? authorization;
      double.announced.set(path, { ...(JSON.parse(await bodyOf(request)) as Json), annotationId: attached[1], by });
      respond(response, 201, { uploadUrl: `${double.url}${path}` });
      return;
    }
    if (method === 'PUT' && double.announced.has(pathname)) {
      const chunks = await request.toArray();
      const { uploadStatus } = double;
      if (uploadStatus === 200) {
        double.uploads.set(String(double.announced.get(pathname)?.name), Buffer.concat(chunks));
      }
      respond(response, uploadStatus, { message: 'The file is not a picture' });
      return;
    }
    const token = request.headers['x-visitor-token'];
    if (token !== undefined && !pathname.endsWith('/public')) {
      const body = /POST|PATCH/.test(method) ? (JSON.parse(await bodyOf(request)) as Json) : {};
      const { rejection } = double;
      double.calls.push({ method, path: pathname, body });
      if (method === 'POST') double.keys.push(request.headers['idempotency-key']);
      const result = rejection ?? asVisitor(method, pathname, body, String(token));
      respond(response, rejection?.status ?? (result ? 200 : 404), result ?? { message: 'Annotation not found' });
      return;
    }
    if (/^\/annotations\/project\/[^/]+\/public$/.test(pathname)) {
      double.listed.push(searchParams.get('url') ?? '');
      double.listTokens.push(String(request.headers['x-visitor-token'] ?? ''));
      const { listStatus, annotations } = double;
      const from = Number(searchParams.get('cursor') ?? 0);
      const to = from + Number(searchParams.get('limit') ?? 100);
      const page = listStatus === 200 ? annotations.slice(from, to) : { message: 'Not now' };
      respond(response, listStatus, page, to < annotations.length ? { 'x-next-cursor': String(to) } : {});
      return;
    }
    if (pathname === '/graphql') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).write(':\n\n');
      const { persistedQuery } = JSON.parse(searchParams.get('extensions') ?? '{}');
      double.subscribed.push(DOCUMENTS[persistedQuery.sha256Hash] ?? '');
      open.set(response, JSON.parse(searchParams.get('variables') ?? '{}') as Json);
      response.on('close', () => open.delete(response));
      return;
    }
    if (request.headers.authorization === 'Bearer member-token' && pathname === '/annotations') {
      const body = JSON.parse(await bodyOf(request)) as Json;
      const { memberStatus, rejection } = double;
      const status = rejection?.status ?? memberStatus;
      const isStored = status === 201;
      double.keys.push(request.headers['idempotency-key']);
      if (!rejection) double.calls.push({ method, path: pathname, body });
      const stored = annotation({ ...body, author: MEMBER, domFingerprint: namesIn(body.metadata as Json) });
      if (isStored) double.annotations.push(stored);
      respond(response, status, isStored ? stored : { message: rejection?.message ?? 'Refused' });
      return;
    }
    respond(response, 404, { message: 'Not found' });
  });
  /** Handles a request with the token of the visitor's comment. */
  const asVisitor = (method: string, path: string, body: Json, token: string): unknown => {
    const found = double.annotations.find(({ id }) => token === `pbv_${String(id)}` && path.includes(String(id)));
    if (!found) return null;
    const replies = found.comments as Json[];
    if (method === 'DELETE') double.annotations = double.annotations.filter((each) => each !== found);
    else if (method === 'PATCH') Object.assign(replies.find(({ id }) => path.endsWith(String(id))) ?? found, body);
    else found.comments = [...replies, reply(body.content, { name: 'Grace' }, true)];
    found.commentCount = (found.comments as Json[]).length;
    return found;
  };
  const double: FeedbackDouble = {
    url: await listen(server),
    annotations: [],
    rejection: null,
    listStatus: 200,
    memberStatus: 201,
    calls: [],
    listed: [],
    listTokens: [],
    mailed: new Map(),
    codes: [],
    keys: [],
    created: [],
    announced: new Map(),
    files: [],
    uploads: new Map(),
    uploadStatus: 200,
    subscribed: [],
    streams: () => [...open.values()],
    emit(kind, changed) {
      // A list that is fetched later includes the change.
      if (changed && kind === 'deleted') double.annotations = double.annotations.filter(({ id }) => id !== changed.id);
      else if (changed && kind === 'created') double.annotations = [...double.annotations, changed];
      else if (changed)
        double.annotations = double.annotations.map((each) => (each.id === changed.id ? changed : each));
      const data = JSON.stringify({ data: { publicAnnotationChanged: { kind, annotation: changed } } });
      for (const stream of open.keys()) stream.write(`event: next\ndata: ${data}\n\n`);
    },
    dropStreams() {
      for (const stream of open.keys()) stream.destroy();
    },
    close: () => closeServer(server),
  };
  return double;
}

/** Types of paths by their ends; others are pages. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.xhtml': 'application/xhtml+xml',
  '.svg': 'image/svg+xml',
  '.xml': 'text/xml',
};
/** Pages of files load scripts and their chunks from another origin. */
const CORS = { 'access-control-allow-origin': '*' };

/** Starts a server for the pages under test, on its own origin. */
export async function startSite(pages: Map<string, string>): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '').replace(/\/retry-[1-3]\//, '/');
    const page = pages.get(path);
    const type = TYPES[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'text/html; charset=utf-8';
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type, ...CORS, ...(csp.get(path) ?? {}) }).end(page);
  });
  const csp = new Map([
    ['/strict', { 'content-security-policy': STRICT }],
    ['/nonce', { 'content-security-policy': "script-src 'nonce-n0nce'; require-trusted-types-for 'script'" }],
    ['/strict-dynamic', { 'content-security-policy': STRICT_DYNAMIC }],
  ]);
  return { url: await listen(server), close: () => closeServer(server) };
}

const MEMBER = { name: 'Ada' };
let count = 0;

/** Selects the fingerprint from a captured description. */
const namesIn = ({ selector, xpath, text }: Json): Json => ({ selector, xpath, text });

/** Creates a reply as the service returns it. */
export function reply(content: unknown, author: Json = MEMBER, byVisitor = false): Json {
  return { id: `reply-${count++}`, content, author, byVisitor, createdAt: new Date().toISOString() };
}

/** Creates a public annotation as the service returns it. */
export function annotation(fields: Json): Json {
  count++;
  return {
    id: `annotation-${count}`,
    number: count,
    content: 'A comment',
    url: 'http://site.test/',
    position_x: 10,
    position_y: 10,
    domFingerprint: {},
    status: 'open',
    anchor: { state: 'bound', confidence: 1, checkedAt: null },
    author: null,
    commentCount: 0,
    comments: [],
    createdAt: new Date().toISOString(),
    ...fields,
    // Until a rebind, the fingerprint is a subset of the captured description.
    metadata: { ...(fields.domFingerprint as Json), ...(fields.metadata as Json) },
  };
}

const STRICT_DYNAMIC = "script-src 'nonce-n0nce' 'strict-dynamic'; object-src 'none'; base-uri 'none'";
const STRICT = "default-src 'self'; connect-src *; style-src 'self'; require-trusted-types-for 'script'; trusted-types";

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
