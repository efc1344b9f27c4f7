import { isRecord, type OverlayConfig } from './config.ts';
import { Failure } from './failure.ts';

/** One call of the service, by path. Throws a {@link Failure}. */
export type Request = (path: string, init?: RequestInit) => Promise<unknown>;

/** @param life ends whatever is still under way. */
export function makeRequest({ apiUrl }: OverlayConfig, life: AbortSignal): Request {
  return (path, init) => send(`${apiUrl}${path}`, { credentials: 'omit', ...init }, life);
}

const TIMEOUT_MS = 30_000;

async function send(url: string, init: RequestInit, life: AbortSignal): Promise<unknown> {
  const deadline = new AbortController();
  const end = () => deadline.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  life.addEventListener('abort', end);
  try {
    const response = await fetch(url, { ...init, signal: deadline.signal }).catch(() => {
      throw new Failure(0);
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body;
    const detail = isRecord(body) && typeof body.message === 'string' ? body.message.slice(0, 300) : '';
    throw new Failure(response.status, detail, Number(response.headers.get('retry-after')) || 0);
  } finally {
    clearTimeout(timer);
    life.removeEventListener('abort', end);
  }
}
