import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

/** A stand-in for the service that speaks the part of its contract that the overlay uses. */
export interface FeedbackDouble {
  readonly url: string;
  /** What the public list answers. */
  annotations: Json[];
  /** Answers creates with this error while set. */
  refusal: { status: number; message: string; headers?: Record<string, string> } | null;
  /** Answers the list with this status while set. */
  listStatus: number;
  /** Page addresses for which the list was asked. */
  readonly listed: string[];
  /** Idempotency keys of all creates and of what members sent by POST, refused ones included. */
  readonly keys: unknown[];
  readonly created: { headers: IncomingMessage['headers']; body: Json; bytes: number }[];
  /** Role of whoever calls with the token `member-token`. */
  role: string;
  /** Answers who a member is with this status. */
  memberStatus: number;
  /** What members called, in order. */
  readonly calls: { method: string; path: string; body: Json }[];
  /** Every subscription document that was sent. */
  readonly subscribed: string[];
  /** Variables of the subscriptions that are open now. */
  streams(): Json[];
  emit(kind: string, annotation: Json | null): void;
  /** Cuts all streams as a restart of the server would. */
  dropStreams(): void;
  close(): Promise<void>;
}

/** Annotations that are made after it are numbered from 1: wider numbers make wider pins. */
export async function startFeedbackDouble(): Promise<FeedbackDouble> {
  count = 0;
  const open = new Map<ServerResponse, Json>();
  const answer = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    const { method = 'GET' } = request;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, idempotency-key, x-project-key');
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT');
    response.setHeader('access-control-expose-headers', 'retry-after, x-next-cursor');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (request.method === 'POST' && pathname === '/annotations/public') {
      const text = await bodyOf(request);
      const body = JSON.parse(text) as Json;
      const { refusal } = double;
      double.keys.push(request.headers['idempotency-key']);
      if (refusal) {
        answer(response, refusal.status, { message: refusal.message }, refusal.headers);
        return;
      }
      double.created.push({ headers: request.headers, body, bytes: Buffer.byteLength(JSON.stringify(body.metadata)) });
      const stored = annotation({
        ...body,
        number: double.annotations.length + 1,
        domFingerprint: namesIn(body.metadata as Json),
      });
      double.annotations.push(stored);
      answer(response, 201, stored);
      return;
    }
    if (/^\/annotations\/project\/[^/]+\/public$/.test(pathname)) {
      double.listed.push(searchParams.get('url') ?? '');
      const { listStatus, annotations } = double;
      const from = Number(searchParams.get('cursor') ?? 0);
      const to = from + Number(searchParams.get('limit') ?? 100);
      const page = listStatus === 200 ? annotations.slice(from, to) : { message: 'Not now' };
      answer(response, listStatus, page, to < annotations.length ? { 'x-next-cursor': String(to) } : {});
      return;
    }
    if (pathname === '/graphql') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).write(':\n\n');
      double.subscribed.push(searchParams.get('query') ?? '');
      open.set(response, JSON.parse(searchParams.get('variables') ?? '{}') as Json);
      response.on('close', () => open.delete(response));
      return;
    }
    if (request.headers.authorization === 'Bearer member-token') {
      const body = method === 'GET' ? {} : (JSON.parse(await bodyOf(request)) as Json);
      if (method === 'POST') double.keys.push(request.headers['idempotency-key']);
      const result = asMember(method, pathname, body);
      const { status } = double.refusal ?? { status: pathname === '/auth/me' ? double.memberStatus : 200 };
      answer(response, status, double.refusal ?? result);
      return;
    }
    answer(response, 404, { message: 'Not found' });
  });
  /** Does what the service does for members, as far as the overlay sees it. */
  const asMember = (method: string, path: string, body: Json): unknown => {
    if (path === '/auth/me') return { memberships: [{ role: double.role, organization: { id: 'organization-1' } }] };
    if (path.startsWith('/projects/')) return { id: 'project-1', organizationId: 'organization-1' };
    if (double.refusal) return null;
    double.calls.push({ method, path, body });
    const [, , id, verb] = path.split('/');
    const found =
      double.annotations.find((candidate) => candidate.id === id) ?? annotation({ ...body, author: MEMBER });
    if (!id) double.annotations.push(found);
    if (verb === 'status') found.status = body.status;
    if (verb === 'rebind') found.domFingerprint = body.domFingerprint;
    if (verb === 'comments') {
      const reply = {
        id: `reply-${count++}`,
        content: body.content,
        author: MEMBER,
        createdAt: new Date().toISOString(),
      };
      found.comments = [...(found.comments as Json[]), reply];
      found.commentCount = (found.comments as Json[]).length;
    }
    return found;
  };
  const double: FeedbackDouble = {
    url: await listen(server),
    annotations: [],
    refusal: null,
    listStatus: 200,
    role: 'editor',
    memberStatus: 200,
    calls: [],
    listed: [],
    keys: [],
    created: [],
    subscribed: [],
    streams: () => [...open.values()],
    emit(kind, changed) {
      const data = JSON.stringify({ data: { publicAnnotationChanged: { kind, annotation: changed } } });
      for (const stream of open.keys()) stream.write(`event: next\ndata: ${data}\n\n`);
    },
    dropStreams() {
      for (const stream of open.keys()) stream.destroy();
    },
    close: () => shut(server),
  };
  return double;
}

/** A server for the pages under test, on an origin of its own. */
export async function startSite(pages: Map<string, string>): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/, '');
    const page = pages.get(path);
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    if (page === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': type, ...(csp.get(path) ?? {}) }).end(page);
  });
  const csp = new Map([
    ['/strict', { 'content-security-policy': STRICT }],
    ['/nonce', { 'content-security-policy': "script-src 'nonce-n0nce'; require-trusted-types-for 'script'" }],
  ]);
  return { url: await listen(server), close: () => shut(server) };
}

const MEMBER = { name: 'Ada' };
let count = 0;

/** The part of a captured element's description that the service takes as its fingerprint. */
const namesIn = ({ selector, xpath, text }: Json): Json => ({ selector, xpath, text });

/** A public annotation as the service lists it. */
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
    // Until a rebind, the fingerprint is a part of what was captured.
    metadata: { ...(fields.domFingerprint as Json), ...(fields.metadata as Json) },
  };
}

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

async function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
