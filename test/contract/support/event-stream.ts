import type { TestApp } from '../../support/test-app.ts';

/** A subscription over server-sent events. */
export interface Events {
  /** The next result; rejects when the stream ends or says nothing for 10 s. */
  next(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a subscription; when it resolves, the service is listening. */
export async function openEvents(app: TestApp, query: string, variables: object, token?: string): Promise<Events> {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('the answer to a subscription has no body');
  let text = '';

  async function readOn(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`no event within 10 s; so far: ${text}`)), 10_000);
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
        await readOn();
      }
    },
    close: () => reader.cancel(),
  };
}
