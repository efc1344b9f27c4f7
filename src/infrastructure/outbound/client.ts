import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { SpanKind } from '@opentelemetry/api';
import { inSpan, traceHeaders } from '../telemetry/tracing.ts';
import { toOutboundError } from './error-messages.ts';
import { type GuardOptions, guardedAgents } from './guarded-agents.ts';
import { OutboundError } from './outbound-error.ts';
import { resolveChecked } from './resolve-checked.ts';

/** Deadline from the DNS lookup to the last byte read, ms. */
const DEADLINE_MS = 10_000;
/** Default limit of a response body; the connection is closed beyond it. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Limit of a response head; Node's own is 16 KiB, which policies and cookies exceed. */
const MAX_HEAD_BYTES = 256 * 1024;

export interface OutboundRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /**
   * Sends the request at most once, over a new connection. On a kept-alive connection, a request
   * without a response is resent, because the server may have closed it before. Default: false.
   */
  once?: boolean;
  /** Limit of the response body; the rest is not read. Default: 64 KiB. */
  maxResponseBytes?: number;
}

/** Response of any status; redirects are not followed. */
export interface OutboundResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 64 KiB or `maxResponseBytes`; less if the response was cut off or timed out. */
  body: Buffer;
  /** Describes why the body is incomplete. */
  truncation?: string;
}

/** HTTP client for user-supplied URLs. */
export interface OutboundClient {
  /** @throws OutboundError if no response headers arrived within 10 s */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /**
   * Checks whether a URL could be called now, without calling it.
   * @throws OutboundError `refused` (permanent) or `unresolved` (may be temporary)
   */
  check(url: string): Promise<void>;
  close(): void;
}

/**
 * Creates a client that dials checked addresses only, follows no redirects, and limits time and
 * bytes.
 */
export function createOutboundClient(
  options: GuardOptions & { deadlineMs?: number; maxResponseBytes?: number },
): OutboundClient {
  const { deadlineMs = DEADLINE_MS, maxResponseBytes = MAX_RESPONSE_BYTES } = options;
  const kept = guardedAgents(options);

  function send(request: OutboundRequest): Promise<OutboundResponse> {
    const attributes = { 'http.request.method': request.method ?? 'POST' };
    return inSpan('request', { kind: SpanKind.CLIENT, attributes }, async (describe) => {
      const response = await attempt({ ...request, headers: { ...request.headers, ...traceHeaders() } });
      describe({ 'http.response.status_code': response.status });
      return response;
    });
  }

  async function attempt(request: OutboundRequest): Promise<OutboundResponse> {
    const url = checkedUrl(request.url);
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    try {
      return await exchange(url, request, signal, request.once ?? false);
    } catch (error) {
      if (deadline.aborted) {
        throw new OutboundError('timeout', `${url.host}: no response within ${deadlineMs / 1000} s`);
      }
      throw toOutboundError(error, url.host);
    }
  }

  /** Sends one request. A kept-alive connection that the server has closed is replaced once. */
  function exchange(
    url: URL,
    request: OutboundRequest,
    signal: AbortSignal,
    fresh: boolean,
  ): Promise<OutboundResponse> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const agents = fresh ? guardedAgents(options) : kept;
      const init: RequestOptions = {
        method: request.method ?? 'POST',
        headers: headersOf(request),
        maxHeaderSize: MAX_HEAD_BYTES,
        agent: secure ? agents.https : agents.http,
        signal,
      };
      const call = (secure ? httpsRequest : httpRequest)(url, init);
      let responded = false;
      let replaced = false;
      call.on('response', (answer) => {
        responded = true;
        readResponse(answer, request.maxResponseBytes ?? maxResponseBytes, signal).then(resolve, reject);
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        const stale = call.reusedSocket && !responded && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        replaced = stale && !signal.aborted;
        if (replaced) exchange(url, request, signal, true).then(resolve, reject);
        // A later error only truncates the response.
        else if (!responded) reject(error);
      });
      call.on('close', () => {
        if (fresh) for (const agent of Object.values(agents)) agent.destroy();
        if (!responded && !replaced)
          reject(new OutboundError('unreachable', `${url.host}: it closed the connection before it responded`));
      });
      call.end(request.body);
    });
  }

  return {
    send,
    async check(text) {
      const { hostname } = checkedUrl(text);
      if (options.policy === 'public') await resolveChecked(hostname, options);
    },
    close() {
      for (const agent of Object.values(kept)) agent.destroy();
    },
  };
}

/** @throws OutboundError `refused` for URLs that no policy allows */
function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OutboundError('refused', 'Only http and https URLs are called; correct the url');
  }
  if (url.username || url.password) {
    throw new OutboundError('refused', `${url.host}: its url carries credentials; remove them`);
  }
  return url;
}

/** Requests identity encoding: response bodies are not decompressed. */
const headersOf = ({ headers, body }: OutboundRequest): Record<string, string | number> => ({
  'accept-encoding': 'identity',
  ...headers,
  ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
});

/** Reads the body. A response with an incomplete body is valid: its status counts. */
async function readResponse(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<OutboundResponse> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let truncation: string | undefined;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, maxBytes - bytes));
      bytes += part.length;
      // Leaving the loop destroys the response and its connection.
      if (bytes >= maxBytes) break;
    }
  } catch {
    truncation = signal.aborted ? 'its body took too long' : 'its body was cut off';
  }
  const { statusCode: status = 0, headers } = answer;
  return { status, headers, body: Buffer.concat(parts), ...(truncation && { truncation }) };
}
