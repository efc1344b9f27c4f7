import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request of the service. */
export interface ProviderCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several APIs
  json: any;
}

/** Response of a provider; an object is sent as JSON. `hang` never responds. */
export interface ProviderResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Intercept = (call: ProviderCall) => ProviderResponse | 'hang' | undefined;

/** A local server that implements the API of a provider. */
export interface ProviderDouble {
  /** `http://127.0.0.1:<port>` */
  url: string;
  calls: ProviderCall[];
  /** Overrides the response of the API unless it returns undefined. */
  intercept?: Intercept;
  /** Runs after the change and before the response is sent. */
  beforeResponse?: (call: ProviderCall) => Promise<void>;
  /** Cuts the connection instead of responding if it returns true. */
  losesResponse?: (call: ProviderCall) => boolean;
  close(): Promise<void>;
}

/** Serves an API on a free port and records its calls. */
export async function startProviderDouble(api: (call: ProviderCall) => ProviderResponse): Promise<ProviderDouble> {
  const sockets = new Set<Socket>();
  const calls: ProviderCall[] = [];
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    const result = double.intercept?.(call) ?? api(call);
    if (result === 'hang') return;
    await double.beforeResponse?.(call);
    if (double.losesResponse?.(call)) return void request.socket.destroy();
    const { status, body, headers } = result;
    const isText = body === undefined || typeof body === 'string';
    response.writeHead(status, { ...(!isText && { 'content-type': 'application/json' }), ...headers });
    response.end(isText ? body : JSON.stringify(body));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const double: ProviderDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return double;
}

type Incoming = AsyncIterable<Buffer> & { method?: string; url?: string; headers: IncomingHttpHeaders };

async function readCall(request: Incoming): Promise<ProviderCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://double');
  const { method = '', headers } = request;
  return { method, path, query, headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
