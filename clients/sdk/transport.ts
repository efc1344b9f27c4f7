import {
  ConnectionError,
  type ErrorDetails,
  errorOf,
  type FieldProblem,
  PinboundError,
  ProtocolError,
} from './errors.ts';
import type { Request } from './selection.ts';

/** Settings of a client. */
export interface ClientOptions {
  /** Address of the installation. */
  url: string;
  /** Access token, or a function that returns a valid one for each request. */
  token?: string | undefined | (() => string | Promise<string>);
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Further attempts of a request that may be repeated. Default: 4. */
  retries?: number;
  /** Longest wait before an attempt, ms; a longer Retry-After is an error. Default: 60000. */
  maxWait?: number;
  /** Time for one response, ms. Default: 60000. */
  timeout?: number;
  /** Time without a byte until a subscription is opened again, ms. Default: 45000. */
  idleTimeout?: number;
  fetch?: typeof fetch;
  /** Waits before a further attempt. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Key under which a creation happens once. By default, a random one. */
  idempotencyKey?: string | undefined;
}

/** A request, and what is known about its repetition. */
export interface Call extends CallOptions {
  request: Request;
  /** Whether a repetition changes nothing. */
  isRepeatable: boolean;
  /** Whether the document has one root field, so that no other one was executed before an error. */
  hasOneField?: boolean;
}

interface GraphqlError {
  message: string;
  path?: (string | number)[];
  extensions?: { code?: string; fields?: FieldProblem[]; retryAfterSeconds?: number };
}

interface GraphqlResult {
  data?: unknown;
  errors?: GraphqlError[];
}

const FIRST_WAIT_MS = 500;
/** Statuses of proxies and of a service that is starting. */
const GATEWAY_STATUSES = [502, 503, 504];

/** Sends requests to `/graphql`, and repeats them where that is safe. */
export class Transport {
  readonly endpoint: string;
  private readonly retries: number;
  private readonly maxWait: number;
  private readonly timeout: number;
  readonly idleTimeout: number;
  private readonly sleep: NonNullable<ClientOptions['sleep']>;

  constructor(private readonly options: ClientOptions) {
    this.endpoint = endpointOf(options.url);
    this.retries = options.retries ?? 4;
    this.maxWait = options.maxWait ?? 60_000;
    this.timeout = options.timeout ?? 60_000;
    this.idleTimeout = options.idleTimeout ?? 45_000;
    this.sleep = options.sleep ?? sleepFor;
  }

  /**
   * Returns the data of a result.
   *
   * @throws PinboundError
   */
  async execute(call: Call): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(call);
      } catch (error) {
        await this.waitOrThrow(error, attempt, call);
      }
    }
  }

  /** Waits before the next attempt; throws the error if there must be none. */
  async waitOrThrow(error: unknown, attempt: number, call: Omit<Call, 'request'>): Promise<void> {
    const { signal } = call;
    if (!(error instanceof PinboundError) || attempt >= this.retries || signal?.aborted) throw error;
    if (!mayRepeat(error, call)) throw error;
    const backoff = FIRST_WAIT_MS * 2 ** attempt * (1 + Math.random() / 4);
    const wait =
      error.retryAfterSeconds === undefined ? Math.min(backoff, this.maxWait) : error.retryAfterSeconds * 1_000;
    if (wait > this.maxWait) throw error;
    await this.sleep(wait, signal);
  }

  private async attempt({ request, idempotencyKey, signal }: Call): Promise<unknown> {
    const authorization = await this.authorize();
    const deadline = deadlineOf(this.timeout, signal);
    try {
      const headers = {
        accept: 'application/json',
        ...authorization,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const response = await this.send(request, headers, deadline.signal);
      const text = await response.text();
      return dataOf(parseResult(response, text), response);
    } catch (error) {
      throw connectionError(error, this.endpoint, signal, deadline.signal.aborted && this.timeout);
    } finally {
      deadline.clear();
    }
  }

  /** Returns the authorization header. An error of the token function is not a connection error. */
  async authorize(): Promise<{ authorization?: string }> {
    const { token } = this.options;
    const secret = typeof token === 'function' ? await token() : token;
    return secret ? { authorization: `Bearer ${secret}` } : {};
  }

  /** Sends a request, and returns the response before its body was read. */
  send(request: Request, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { headers: more, fetch: send = fetch } = this.options;
    return send(this.endpoint, {
      method: 'POST',
      headers: {
        ...more,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ query: request.text, variables: request.variables }),
      // The endpoint has no redirects: one would send the token to another address.
      redirect: 'manual',
      signal,
    });
  }
}

function endpointOf(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url)) throw new TypeError('url must be the http or https address of the installation');
  return `${url.replace(/\/+$/, '')}/graphql`;
}

/** Whether a repetition is safe: nothing was executed, or a repetition changes nothing. */
function mayRepeat(error: PinboundError, { isRepeatable, hasOneField }: Omit<Call, 'request'>): boolean {
  if (error.code === 'RATE_LIMITED') {
    // Without data, nothing was executed. Null says less: other mutations may precede the failed
    // one, or the mutation succeeded and a field of its result failed.
    const isFirst = hasOneField === true && error.path?.length === 1;
    return isRepeatable || error.data === undefined || (isFirst && error.data === null);
  }
  if (!isRepeatable) return false;
  const isGateway = error.status !== undefined && GATEWAY_STATUSES.includes(error.status);
  return error instanceof ConnectionError || error.code === 'UNAVAILABLE' || isGateway;
}

/** @throws ProtocolError if the response is not from Pinbound */
export function parseResult(response: Pick<Response, 'status' | 'headers'>, text: string): GraphqlResult {
  const { status, headers } = response;
  try {
    const result = JSON.parse(text) as GraphqlResult;
    if (typeof result === 'object' && result !== null && ('data' in result || 'errors' in result)) return result;
  } catch {
    // The error below says what was received.
  }
  const type = headers.get('content-type') ?? 'no content type';
  const message = `The address responds with status ${status} (${type}), not as Pinbound does; check the url and the proxies in front of it`;
  throw new ProtocolError(message, { status, retryAfterSeconds: retryAfterOf(headers) });
}

/** @throws PinboundError for a result with errors */
export function dataOf(
  { data, errors }: GraphqlResult,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): unknown {
  const [error] = errors ?? [];
  if (!error) return data;
  const { code, fields, retryAfterSeconds } = error.extensions ?? {};
  const wait = retryAfterSeconds ?? retryAfterOf(headers);
  const details: ErrorDetails = { code, path: error.path, fields, data, retryAfterSeconds: wait };
  // GraphQL answers a failed operation with 200, which says nothing about it.
  throw errorOf(error.message, { ...details, status: status === 200 ? undefined : status });
}

function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** Names the reason of a failed connection; other errors stay. */
export function connectionError(
  error: unknown,
  endpoint: string,
  signal: AbortSignal | undefined,
  timeout: number | false,
): unknown {
  if (error instanceof PinboundError) return error;
  if (signal?.aborted) return signal.reason ?? error;
  const { host } = new URL(endpoint);
  if (timeout)
    return new ConnectionError(`${host} did not respond within ${timeout / 1_000} seconds`, { cause: error });
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const reason = cause?.code ?? cause?.message ?? message;
  return new ConnectionError(`No complete response from ${host}: ${reason}`, { cause: error });
}

/** Signal that also aborts after a time. `AbortSignal.any` is younger than Node.js 20.0. */
function deadlineOf(ms: number, signal: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(), ms);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function sleepFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
