import type { OverlayConfig } from '../public-api/config.ts';
import { Failure } from './failure.ts';
import { isRecord } from './is-record.ts';

/** One call of the service, by path. Throws a {@link Failure}. */
export type Request = (path: string, init?: RequestInit) => Promise<unknown>;

/** Reads a whole list, page after page. Throws a {@link Failure}. */
export type RequestList = (path: string) => Promise<unknown[]>;

/** @param life ends whatever is still under way. */
export function makeRequest({ apiUrl }: OverlayConfig, life: AbortSignal): Request {
  return async (path, init) => (await send(`${apiUrl}${path}`, init, life)).body;
}

/** @param life ends whatever is still under way. */
export function makeRequestList({ apiUrl }: OverlayConfig, life: AbortSignal): RequestList {
  return async (path) => {
    const list: unknown[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null && page < MOST_PAGES; page++) {
      const cursor: string = next && `&cursor=${encodeURIComponent(next)}`;
      const answer = await send(`${apiUrl}${path}&limit=${PAGE_SIZE}${cursor}`, { cache: 'no-store' }, life);
      if (Array.isArray(answer.body)) list.push(...answer.body);
      next = answer.next;
    }
    return list;
  };
}

/** What the service answers at once when replies come along. */
const PAGE_SIZE = 100;
const MOST_PAGES = 100;

const TIMEOUT_MS = 30_000;

async function send(url: string, init: RequestInit | undefined, life: AbortSignal) {
  const deadline = new AbortController();
  const end = () => deadline.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  life.addEventListener('abort', end);
  try {
    const response = await fetch(url, { credentials: 'omit', ...init, signal: deadline.signal }).catch(() => {
      throw new Failure(0);
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return { body, next: response.headers.get('x-next-cursor') };
    const detail = isRecord(body) && typeof body.message === 'string' ? body.message.slice(0, 300) : '';
    throw new Failure(response.status, detail, Number(response.headers.get('retry-after')) || 0);
  } finally {
    clearTimeout(timer);
    life.removeEventListener('abort', end);
  }
}
