import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { inWords } from './error-messages.ts';
import { type GuardOptions, guardedAgents } from './guarded-agents.ts';
import { OutboundError } from './outbound-error.ts';
import { resolveChecked } from './resolve-checked.ts';

/** From the look-up to the last byte of the answer that is read, milliseconds. */
const DEADLINE_MS = 10_000;
/** Of an answer's body; what follows is not read, and its connection is cut. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface OutboundRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /**
   * It must not arrive twice: it goes over a connection of its own. Over a kept one, what is cut off without an answer is
   * sent again at once, for the other side may have closed it before. Default: false.
   */
  once?: boolean;
  /** Of the answer's body; what follows is not read. Default: 64 KiB. */
  maxAnswerBytes?: number;
}

/** Any answer: redirects are answers too, they are not followed. */
export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The first 64 KiB, or what the request allows; less of one that broke off or took too long. */
  body: Buffer;
  /** Why there is less, in words. */
  cutShort?: string;
}

/** Calls to addresses that users name. */
export interface OutboundClient {
  /** @throws OutboundError when the head of no answer came within 10 s, with the reason in words */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * Whether a call could be made now, without making it.
   * @throws OutboundError `refused` for what is never called; `unresolved`, which may pass
   */
  check(url: string): Promise<void>;
  close(): void;
}

/** A client that dials checked addresses alone, follows no redirect, and bounds time and bytes. */
export function createOutboundClient(
  options: GuardOptions & { deadlineMs?: number; maxAnswerBytes?: number },
): OutboundClient {
  const { deadlineMs = DEADLINE_MS, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const kept = guardedAgents(options);

  async function send(request: OutboundRequest): Promise<OutboundAnswer> {
    const url = checkedUrl(request.url);
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    try {
      return await exchange(url, request, signal, request.once ?? false);
    } catch (error) {
      if (deadline.aborted) {
        throw new OutboundError('timeout', `${url.host}: no answer came within ${deadlineMs / 1000} s`);
      }
      throw inWords(error, url.host);
    }
  }

  /** One request and its answer. A kept connection that the other side has closed meanwhile is replaced, once. */
  function exchange(url: URL, request: OutboundRequest, signal: AbortSignal, fresh: boolean): Promise<OutboundAnswer> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const agents = fresh ? guardedAgents(options) : kept;
      const init: RequestOptions = {
        method: request.method ?? 'POST',
        headers: headersOf(request),
        agent: secure ? agents.https : agents.http,
        signal,
      };
      const call = (secure ? httpsRequest : httpRequest)(url, init);
      let answered = false;
      let replaced = false;
      call.on('response', (answer) => {
        answered = true;
        readAnswer(answer, request.maxAnswerBytes ?? maxAnswerBytes, signal).then(resolve, reject);
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        const stale = call.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        replaced = stale && !signal.aborted;
        if (replaced) exchange(url, request, signal, true).then(resolve, reject);
        // What breaks off later leaves the answer that has begun.
        else if (!answered) reject(error);
      });
      call.on('close', () => {
        if (fresh) for (const agent of Object.values(agents)) agent.destroy();
        if (!answered && !replaced)
          reject(new OutboundError('unreachable', `${url.host}: it closed the connection before it answered`));
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

/** @throws OutboundError `refused` for what is never called, whatever the policy */
function checkedUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new OutboundError('refused', 'Only http and https addresses are called; correct the url');
  }
  if (url.username || url.password) {
    throw new OutboundError('refused', `${url.host}: its url carries credentials; remove them`);
  }
  return url;
}

/** Answers are kept and read as they come: nothing here unpacks them. */
const headersOf = ({ headers, body }: OutboundRequest): Record<string, string | number> => ({
  'accept-encoding': 'identity',
  ...headers,
  ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
});

/** The status is what counts, however the body ends. */
async function readAnswer(answer: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<OutboundAnswer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let cutShort: string | undefined;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, maxBytes - bytes));
      bytes += part.length;
      // Leaving the loop destroys the answer, and with it the connection.
      if (bytes >= maxBytes) break;
    }
  } catch {
    cutShort = signal.aborted ? 'its body took too long' : 'its body broke off';
  }
  const { statusCode: status = 0, headers } = answer;
  return { status, headers, body: Buffer.concat(parts), ...(cutShort && { cutShort }) };
}
