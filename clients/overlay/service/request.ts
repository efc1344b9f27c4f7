import { isRecord } from '../../shared/json.ts';
import type { OverlayConfig } from '../public-api/config.ts';
import { failedWith } from './request-error.ts';

/** The service's page size for lists with replies. */
const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const TIMEOUT_MS = 30_000;

/** Sends a request to a path of the service. Rejects with a RequestError. */
export type Request = (path: string, init?: RequestInit) => Promise<unknown>;

/** Fetches all pages of a list. Rejects with a RequestError. */
export type ListRequest = (path: string) => Promise<unknown[]>;

/** @param signal aborts requests that are in flight. */
export function createRequest({ apiUrl }: OverlayConfig, signal: AbortSignal): Request {
  return async (path, init) => (await send(`${apiUrl}${path}`, init, signal)).body;
}

/**
 * @param headers read for each request.
 * @param signal aborts requests that are in flight.
 */
export function createListRequest(
  { apiUrl }: OverlayConfig,
  headers: Record<string, string>,
  signal: AbortSignal,
): ListRequest {
  return async (path) => {
    const list: unknown[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null && page < MAX_PAGES; page++) {
      const cursor: string = next && `&cursor=${encodeURIComponent(next)}`;
      const response = await send(
        `${apiUrl}${path}&limit=${PAGE_SIZE}${cursor}`,
        { cache: 'no-store', headers },
        signal,
      );
      if (Array.isArray(response.body)) list.push(...response.body);
      next = response.next;
    }
    return list;
  };
}

async function send(url: string, init: RequestInit | undefined, signal: AbortSignal) {
  const deadline = new AbortController();
  const abort = () => deadline.abort();
  const timer = setTimeout(abort, TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  try {
    const response = await fetch(url, { credentials: 'omit', ...init, signal: deadline.signal }).catch(() => {
      throw failedWith(0, url);
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return { body, next: response.headers.get('x-next-cursor') };
    const detail = isRecord(body) && typeof body.message === 'string' ? body.message.slice(0, 300) : '';
    throw failedWith(response.status, detail, +(response.headers.get('retry-after') ?? 0) || 0);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
