import type { Plugin } from 'graphql-yoga';

const MESSAGES: Record<number, (request: Request) => string> = {
  406: ({ headers }) =>
    `Accept: found "${headers.get('accept') ?? ''}", expected application/json, application/graphql-response+json or, for a subscription, text/event-stream`,
};

/** Adds an error to the responses that Yoga rejects with a status only. */
export function useHttpErrorBodies(): Plugin {
  return {
    onResponse({ request, response, setResponse, fetchAPI }) {
      const message = response.body ? undefined : MESSAGES[response.status];
      if (!message) return;
      const errors = [{ message: message(request), extensions: { code: 'BAD_USER_INPUT' } }];
      setResponse(fetchAPI.Response.json({ errors }, { status: response.status, headers: response.headers }));
    },
  };
}
