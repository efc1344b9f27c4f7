import type { TestApp } from '../../support/test-app.ts';

/** A subscription over server-sent events. */
export interface EventStream {
  /** Reads the next result; rejects when the stream ends or is silent for 100 s. */
  next(): Promise<unknown>;
  close(): Promise<void>;
}

/** Reads a stream, which may start with the present state, until it ends. */
export async function readToEnd(stream: EventStream): Promise<never> {
  for (;;) await stream.next();
}

/**
 * Opens a subscription; resolves when the service is listening.
 *
 * @param credentials bearer token, or headers
 */
export async function openEventStream(
  app: TestApp,
  query: string,
  variables: object,
  credentials?: string | Record<string, string>,
): Promise<EventStream> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(typeof credentials === 'string' ? { authorization: `Bearer ${credentials}` } : credentials),
    },
    body: JSON.stringify({ query, variables }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('the response to a subscription has no body');
  let text = '';

  async function readMore(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no event within 100 s; so far: ${text}`)), 100_000);
    });
    const part = await Promise.race([(reader as ReadableStreamDefaultReader<string>).read(), late]);
    clearTimeout(timer);
    if (part.done) throw new Error(`the stream ended; so far: ${text}`);
    text += part.value;
  }

  return {
    async next() {
      for (;;) {
        const event = /event: next\ndata: (.*)\n\n/.exec(text);
        if (event) {
          text = text.slice(event.index + event[0].length);
          return JSON.parse(event[1] ?? '') as unknown;
        }
        await readMore();
      }
    },
    close: () => reader.cancel(),
  };
}
