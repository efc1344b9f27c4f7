import { Request, Response } from '@whatwg-node/fetch';

/** Answers a HEAD as a GET, without the body (RFC 9110, 9.3.2): Yoga knows none. A stream ends after its first sign of life. */
export async function answerHead(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
  if (request.method !== 'HEAD') return answer(request);
  const { url, headers, signal } = request;
  const response = await answer(new Request(url, { method: 'GET', headers, signal }));
  // Yoga's streams begin with their first reading, and one that has not begun cannot be cancelled.
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
