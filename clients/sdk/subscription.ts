import { ConnectionError } from './errors.ts';
import { EventStreamParser } from './event-stream.ts';
import type { Request } from './selection.ts';
import { connectionError, dataOf, parseResult, type Transport } from './transport.ts';

/** Options of a subscription. */
export interface SubscriptionOptions {
  signal?: AbortSignal | undefined;
  /**
   * Called when the stream is open, and again after each interruption. Changes in between are not
   * sent: read the list here.
   */
  onOpen?: (opening: { isFirst: boolean }) => void | Promise<void>;
}

/**
 * Yields the results of a subscription over server-sent events. A stream that breaks or ends is
 * opened again; the iteration ends with `signal`.
 *
 * @throws PinboundError if the service rejects the subscription, or keeps no stream open in several
 *   attempts in a row
 */
export async function* subscribe(
  transport: Transport,
  request: Request,
  { signal, onOpen }: SubscriptionOptions,
): AsyncGenerator<unknown, void, undefined> {
  let isFirst = true;
  let openedAt = 0;
  for (let attempt = 0; !signal?.aborted; ) {
    try {
      for await (const result of readStream(transport, request, signal)) {
        if (result === RECEIVED) {
          if (performance.now() - openedAt >= STABLE_MS) attempt = 0;
        } else if (result === OPENED) {
          openedAt = performance.now();
          await onOpen?.({ isFirst });
          isFirst = false;
        } else {
          attempt = 0;
          yield result;
        }
      }
      // The service ended the stream: the token expired or access ended, which the next one says.
      throw new ConnectionError('The service ended the subscription');
    } catch (error) {
      if (signal?.aborted) return;
      await transport.waitOrThrow(error, attempt++, { isRepeatable: true, signal }).catch((reason) => {
        if (!signal?.aborted) throw reason;
      });
    }
  }
}

const OPENED = Symbol('opened');
/** Bytes, which may be a ping: a quiet stream has no other ones. */
const RECEIVED = Symbol('received');
/**
 * Age of a working stream. The service sends a ping when it opens a stream, and every 12 seconds;
 * many proxies cut streams after 30. Streams that end sooner exhaust the attempts.
 */
const STABLE_MS = 10_000;

async function* readStream(
  transport: Transport,
  request: Request,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  const authorization = await transport.authorize();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  let isIdle = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isIdle = true;
      controller.abort();
    }, transport.idleTimeout);
  };
  expectBytes();
  try {
    const response = await transport.send(
      request,
      { accept: 'text/event-stream', ...authorization },
      controller.signal,
    );
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      dataOf(parseResult(response, await response.text()), response);
      throw new ConnectionError('The service sent no event stream');
    }
    yield OPENED;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const parser = new EventStreamParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      expectBytes();
      yield RECEIVED;
      for (const { type, data } of parser.push(decoder.decode(value, { stream: true }))) {
        if (type === 'complete') return;
        if (type === 'next') yield dataOf(parseResult(response, data), response);
      }
    }
  } catch (error) {
    throw connectionError(error, transport.endpoint, signal, isIdle && transport.idleTimeout);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}
