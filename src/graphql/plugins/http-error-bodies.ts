import type { Plugin } from 'graphql-yoga';

const WORDS: Record<number, (request: Request) => string> = {
  406: ({ headers }) =>
    `Accept: found "${headers.get('accept') ?? ''}", expected application/json, application/graphql-response+json or, for a subscription, text/event-stream`,
  415: ({ headers }) => `Content-Type: found "${headers.get('content-type') ?? ''}", expected application/json`,
};

/** Says in words what Yoga refuses with a status alone. */
export function useWordedRefusals(): Plugin {
  return {
    onResponse({ request, response, setResponse, fetchAPI }) {
      const words = response.body ? undefined : WORDS[response.status];
      if (!words) return;
      const errors = [{ message: words(request), extensions: { code: 'BAD_USER_INPUT' } }];
      setResponse(fetchAPI.Response.json({ errors }, { status: response.status, headers: response.headers }));
    },
  };
}
