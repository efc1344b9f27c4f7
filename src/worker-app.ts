import type { RequestListener } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import type { Wiring } from './container/create-container.ts';
import { AppError } from './errors.ts';
import { errorResponse } from './http/error-response.ts';
import { probes } from './http/routes/probes.ts';

/** What a worker answers over HTTP: whether it is well, and its metrics. Opens no port. */
export function createWorkerApp(wiring: Wiring): { listener: RequestListener } {
  const answers = new Map<string, () => Response | Promise<Response>>(Object.entries(probes(wiring)));
  const message = `This is a worker: it answers GET ${[...answers.keys()].join(', ')}. The rest of Pinbound is at its api processes.`;
  const adapter = createServerAdapter((request: Request) => {
    const answer = answers.get(new URL(request.url).pathname);
    if (answer && (request.method === 'GET' || request.method === 'HEAD')) return answer();
    return errorResponse(new AppError('NOT_FOUND', message));
  });
  return { listener: adapter as unknown as RequestListener };
}
