import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ConnectionError,
  createClient,
  ForbiddenError,
  InputError,
  NotFoundError,
  type PinboundClient,
  ProtocolError,
  RateLimitError,
  UnauthenticatedError,
} from '../../../clients/sdk/index.ts';
import { TOKEN_PRESETS } from '../../../src/resolvers/platform/policies/token-actions.ts';
import { createPersonalToken } from '../../support/access-tokens.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { waitForSubscribers } from '../../support/live-client.ts';
import { useTestApp } from '../../support/use-test-app.ts';

// Ten seconds: it starts the service, and a proxy in front of it fails in many ways.

const app = useTestApp();

/** Reply of the proxy instead of the service. */
type Fault = (request: IncomingMessage, response: ServerResponse) => void;

let owner: TestUser;
let projectId: string;
let token: string;
let url: string;
/** Faults of the next requests, in order; the requests after them are passed on. */
let faults: Fault[];
let keys: (string | undefined)[];
let waits: number[];
let openStreams: (() => void)[];

const proxy = createServer(async (request, response) => {
  keys.push(request.headers['idempotency-key'] as string | undefined);
  const fault = faults.shift();
  if (fault) return fault(request, response);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const controller = new AbortController();
  response.on('close', () => controller.abort());
  const init = {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: Buffer.concat(chunks),
    signal: controller.signal,
  };
  try {
    const passed = await fetch(`${app.url}/graphql`, init);
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' });
    response.flushHeaders();
    openStreams.push(() => response.destroy());
    for await (const chunk of passed.body ?? []) response.write(chunk);
    response.end();
  } catch {
    response.destroy();
  }
});

beforeAll(async () => {
  owner = await registerUser(app);
  projectId = (await createProject(app, owner)).id;
  ({ token } = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.fix] }));
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});
beforeEach(() => {
  faults = [];
  keys = [];
  waits = [];
  openStreams = [];
});

const sleep = async (ms: number) => {
  waits.push(Math.round(ms / 100) * 100);
};
const clientOf = (more: Partial<Parameters<typeof createClient>[0]> = {}): PinboundClient =>
  createClient({ url: `${url}/`, token, sleep, ...more });

const status =
  (code: number, headers: Record<string, string> = {}, body = '<h1>Bad gateway</h1>'): Fault =>
  (request, response) => {
    request.resume();
    response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(body);
  };
const cut: Fault = (request) => request.socket.destroy();
const cutBody: Fault = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"data":');
  setImmediate(() => response.destroy());
};
const busy = (seconds: string): Fault =>
  status(
    429,
    { 'retry-after': seconds },
    '{"errors":[{"message":"Too many requests","extensions":{"code":"RATE_LIMITED"}}]}',
  );

const annotate = (content: string, more: object = {}) =>
  clientOf(more).mutate({
    createAnnotation: { $: { projectId, content, url: 'https://shop.example/' }, id: true, number: true, status: true },
  });
const contents = async () => {
  const { body } = await rest(app, 'GET', `/annotations/project/${projectId}`, { token: owner.token });
  return (body as { content: string }[]).map(({ content }) => content);
};

describe('the client', () => {
  test('reads and writes with the types of the chosen fields', async () => {
    const { createAnnotation: made } = await annotate('Make it red');
    const read = await clientOf().query({
      annotation: {
        $: { id: made.id },
        number: true,
        content: true,
        project: { name: true },
        comments: { nodes: { id: true } },
      },
    });
    const number: number | undefined = read.annotation?.number;
    expect(read).toEqual({
      annotation: { number, content: 'Make it red', project: { name: expect.any(String) }, comments: { nodes: [] } },
    });
    expect(made).toEqual({ id: expect.any(String), number, status: 'open' });
    const text = 'query ($id: ID!) { annotation(id: $id) { number } }';
    expect(await clientOf().request<{ annotation: { number: number } }>(text, { id: made.id })).toEqual({
      annotation: { number },
    });
  });

  test('rejects names that the schema does not have when it compiles', () => {
    const client = clientOf();
    const never = () => [
      // @ts-expect-error the type has no such field
      client.query({ me: { nam: true } }),
      // @ts-expect-error the argument is required
      client.query({ annotation: { id: true } }),
      // @ts-expect-error the value is not one of the enumeration
      client.query({ annotations: { $: { projectId: '', status: 'closed' }, nodes: { id: true } } }),
      // @ts-expect-error an object needs a selection
      client.query({ me: true }),
    ];
    expect(never).toBeTypeOf('function');
  });

  test.each([
    [
      'InputError',
      InputError,
      (client: PinboundClient) => client.query({ annotations: { $: { projectId, first: 0 }, nodes: { id: true } } }),
    ],
    [
      'NotFoundError',
      NotFoundError,
      (client: PinboundClient) =>
        client.query({ annotation: { $: { id: '00000000-0000-7000-8000-000000000000' }, id: true } }),
    ],
    [
      'ForbiddenError',
      ForbiddenError,
      (client: PinboundClient) => client.mutate({ deleteProject: { $: { id: projectId }, id: true } }),
    ],
  ])('throws %s, and does not repeat the request', async (name, ErrorClass, run) => {
    const error = await run(clientOf()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ErrorClass);
    expect(error).toMatchObject({ name, message: expect.stringMatching(/\w/) });
    expect(keys).toHaveLength(1);
    if (name === 'InputError') expect(error).toMatchObject({ fields: [{ path: 'first', code: 'out_of_range' }] });
  });

  test('throws UnauthenticatedError for a wrong token, and asks for a new one with each request', async () => {
    await expect(clientOf({ token: 'pbt_wrong' }).query({ me: { id: true } })).rejects.toBeInstanceOf(
      UnauthenticatedError,
    );
    const tokens = ['pbt_wrong', token];
    const client = clientOf({ token: async () => tokens.shift() ?? '' });
    const list = { annotations: { $: { projectId }, nodes: { id: true } } } as const;
    await expect(client.query(list)).rejects.toBeInstanceOf(UnauthenticatedError);
    expect(await client.query(list)).toHaveProperty('annotations');
  });

  test.each(['shop.example', 'ftp://shop.example', 'https://', ''])('rejects the address "%s"', (address) => {
    expect(() => createClient({ url: address })).toThrow('url must be the http or https address of the installation');
  });
});

describe('after a failure', () => {
  const list = { annotations: { $: { projectId: '' }, pageInfo: { hasNextPage: true } } } as const;
  const read = (more = {}) => clientOf(more).query({ annotations: { ...list.annotations, $: { projectId } } });

  test.each([
    ['a cut connection', cut],
    ['a cut body', cutBody],
    ['status 502', status(502)],
    ['status 503', status(503)],
    ['status 504', status(504)],
  ])('of the kind "%s", the client repeats a query', async (_what, fault) => {
    faults = [fault, fault];
    expect(await read()).toEqual({ annotations: { pageInfo: { hasNextPage: false } } });
    expect(keys).toHaveLength(3);
    expect(waits.map((ms) => Math.floor(ms / 500))).toEqual([1, 2]);
  });

  test('the client creates once, under one key', async () => {
    const content = `once ${projectId}`;
    // The first answer is lost after the creation.
    faults = [
      async (request, response) => {
        const body = await new Response(request as never).text();
        const { authorization = '', 'idempotency-key': key = '' } = request.headers;
        await rest(app, 'POST', '/graphql', {
          body,
          headers: { authorization, 'idempotency-key': String(key), 'content-type': 'application/json' },
        });
        response.destroy();
      },
      cutBody,
    ];
    await annotate(content);
    expect((await contents()).filter((each) => each === content)).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the client does not repeat a change that has no key', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    faults = [cut];
    const changed = clientOf().mutate({ setAnnotationStatus: { $: { id, status: 'resolved' }, id: true } });
    await expect(changed).rejects.toBeInstanceOf(ConnectionError);
    expect(keys).toEqual([undefined]);
    faults = [status(503)];
    const text = 'mutation ($id: ID!) { setAnnotationStatus(id: $id, status: resolved) { id } }';
    await expect(clientOf().request(text, { id })).rejects.toBeInstanceOf(ProtocolError);
    expect(keys).toHaveLength(2);
  });

  test('the client waits for Retry-After, also before a change, and gives up if that is long', async () => {
    const { id } = await createAnnotation(app, owner, projectId);
    faults = [busy('7'), busy('0')];
    await clientOf().mutate({ setAnnotationStatus: { $: { id, status: 'resolved' }, id: true } });
    expect(waits).toEqual([7_000, 0]);
    faults = [busy('3600')];
    const error = await read().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterSeconds: 3600, message: 'Too many requests', status: 429 });
  });

  /** Answer of the service when a limit is reached while it executes mutations. */
  const limited = (data: object, path: string[]): Fault =>
    status(
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({ ...data, errors: [{ message: 'Over 1 calls', path, extensions: { code: 'RATE_LIMITED' } }] }),
    );
  const none = '00000000-0000-7000-8000-000000000000';
  const one = { setAnnotationStatus: { $: { id: none, status: 'resolved' }, id: true } } as const;
  const two = { ...one, deleteComment: { $: { id: none, commentId: none }, id: true } } as const;
  const text = 'mutation ($id: ID!) { setAnnotationStatus(id: $id, status: resolved) { id } }';

  test.each<[string, Fault, (client: PinboundClient) => Promise<unknown>]>([
    ['the second of two changes', limited({ data: null }, ['deleteComment']), (client) => client.mutate(two)],
    [
      'the second of two changes under a key',
      limited({ data: null }, ['deleteComment']),
      (client) => client.mutate(two, { idempotencyKey: 'a' }),
    ],
    [
      'a field of the result of a change',
      limited({ data: null }, ['setAnnotationStatus', 'project']),
      (client) => client.mutate(one),
    ],
    [
      'a document, whose changes are not counted',
      limited({ data: null }, ['setAnnotationStatus']),
      (client) => client.request(text, { id: none }),
    ],
  ])('the client does not repeat changes that may have happened before the limit of %s', async (_what, fault, run) => {
    faults = [fault];
    await expect(run(clientOf())).rejects.toBeInstanceOf(RateLimitError);
    expect(keys).toHaveLength(1);
  });

  test.each<[string, Fault, (client: PinboundClient) => Promise<unknown>]>([
    ['the only change', limited({ data: null }, ['setAnnotationStatus']), (client) => client.mutate(one)],
    ['two changes before they begin', limited({}, []), (client) => client.mutate(two)],
    ['a document before it begins', busy('0'), (client) => client.request(text, { id: none })],
  ])('the client repeats after the limit of %s', async (_what, fault, run) => {
    faults = [fault];
    await expect(run(clientOf())).rejects.toBeInstanceOf(NotFoundError);
    expect(keys).toHaveLength(2);
  });

  test('the client gives up after its attempts, and says what it received', async () => {
    faults = [cut, cut, cut];
    const lost = await read({ retries: 2 }).catch((reason: unknown) => reason);
    expect(lost).toBeInstanceOf(ConnectionError);
    expect(lost).toMatchObject({ message: expect.stringMatching(/^No complete response from 127\.0\.0\.1:\d+: \w/) });
    faults = [status(200)];
    await expect(read()).rejects.toThrow('responds with status 200 (text/html), not as Pinbound does; check the url');
    const closed = clientOf({ url: 'http://127.0.0.1:9', retries: 0 });
    await expect(closed.query({ me: { id: true } })).rejects.toThrow('No complete response from 127.0.0.1:9: ');
  });

  test('the client ends a request after its time, or when it is aborted', async () => {
    faults = [() => undefined];
    await expect(read({ timeout: 50, retries: 0 })).rejects.toThrow('did not respond within 0.05 seconds');
    faults = [() => undefined];
    const controller = new AbortController();
    const pending = clientOf().query({ me: { id: true } }, { signal: controller.signal });
    await expect.poll(() => faults).toHaveLength(0);
    controller.abort(new Error('no longer needed'));
    await expect(pending).rejects.toThrow('no longer needed');
  });

  test('the client follows no redirect, which would send the token elsewhere', async () => {
    faults = [status(302, { location: 'https://elsewhere.example/' })];
    await expect(read()).rejects.toThrow('responds with status 302');
  });
});

describe('a subscription', () => {
  const follow = (client: PinboundClient, signal: AbortSignal) => {
    const seen: string[] = [];
    const opened: boolean[] = [];
    const ended = (async () => {
      const changes = client.subscribe(
        { annotationChanged: { $: { projectId }, kind: true, annotation: { content: true } } },
        { signal, onOpen: ({ isFirst }) => void opened.push(isFirst) },
      );
      for await (const { annotationChanged } of changes)
        seen.push(`${annotationChanged.kind} ${annotationChanged.annotation?.content}`);
    })();
    return { seen, opened, ended };
  };

  test('yields changes, and is opened again after a cut', async () => {
    const controller = new AbortController();
    const { seen, opened, ended } = follow(clientOf(), controller.signal);
    await waitForSubscribers(app, 1);
    await createAnnotation(app, owner, projectId, { content: 'first' });
    await expect.poll(() => seen).toEqual(['created first']);
    faults = [cut, status(502)];
    for (const close of openStreams) close();
    await expect.poll(() => opened).toEqual([true, false]);
    await waitForSubscribers(app, 1);
    await createAnnotation(app, owner, projectId, { content: 'second' });
    await expect.poll(() => seen).toEqual(['created first', 'created second']);
    controller.abort();
    await ended;
  });

  test('is opened again when nothing comes any more', async () => {
    const silent: Fault = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    faults = [silent];
    const controller = new AbortController();
    const { opened, ended } = follow(clientOf({ idleTimeout: 300 }), controller.signal);
    await expect.poll(() => opened.length).toBeGreaterThan(1);
    controller.abort();
    await ended;
  });

  /** Opens a stream and ends it, after the client found it open for a time. */
  const endingStream =
    (ms: number, opened: () => boolean[], clock: { ms: number }): Fault =>
    async (request, response) => {
      request.resume();
      const before = opened().length;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      await expect.poll(() => opened().length).toBeGreaterThan(before);
      clock.ms += ms;
      response.end(':\n\n');
    };

  test.each([
    ['stays open however often quiet streams end', 60_000],
    ['fails after several streams that end immediately', 0],
  ])('%s', async (_what, ms) => {
    const clock = { ms: 0 };
    const start = performance.now();
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => start + clock.ms);
    try {
      const controller = new AbortController();
      let seen: boolean[] = [];
      faults = Array.from({ length: 5 }, () => endingStream(ms, () => seen, clock));
      const { opened, ended } = follow(clientOf({ retries: 2 }), controller.signal);
      seen = opened;
      if (ms === 0) await expect(ended).rejects.toThrow('The service ended the subscription');
      else await Promise.race([ended, expect.poll(() => opened).toHaveLength(6)]);
      controller.abort();
      await ended.catch(() => undefined);
      expect(opened).toHaveLength(ms === 0 ? 3 : 6);
    } finally {
      spy.mockRestore();
    }
  });

  test('ends with the error when the token is revoked or the project is unknown', async () => {
    const made = await createPersonalToken(app, owner, { actions: [...TOKEN_PRESETS.read] });
    const { ended } = follow(clientOf({ token: made.token }), new AbortController().signal);
    await waitForSubscribers(app, 1);
    await rest(app, 'DELETE', `/auth/access-tokens/${made.id}`, { token: owner.token });
    await expect(ended).rejects.toBeInstanceOf(UnauthenticatedError);
    const unknown = clientOf().subscribe({
      annotationChanged: { $: { projectId: '00000000-0000-7000-8000-000000000000' }, kind: true },
    });
    await expect(unknown.next()).rejects.toBeInstanceOf(NotFoundError);
  });
});
