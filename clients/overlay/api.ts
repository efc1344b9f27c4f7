import { type Annotation, readAnnotation } from './annotation.ts';
import { isRecord, type OverlayConfig } from './config.ts';
import type { Draft } from './draft.ts';
import { refused, unreachable } from './failure.ts';

/** The two requests the overlay makes. Both throw a {@link Failure} whose lines can be shown. */
export interface Api {
  /** Stores an annotation. Null when the service accepted it but did not say what it stored. */
  create(content: string, draft: Draft): Promise<Annotation | null>;
  /** The public annotations of one page. */
  list(url: string): Promise<Annotation[]>;
}

/** @param signal ends whatever is still under way. */
export function connect({ apiUrl, key }: OverlayConfig, signal: AbortSignal): Api {
  const request = (path: string, init?: RequestInit) =>
    send(`${apiUrl}${path}`, { credentials: 'omit', ...init }, signal);
  let attempt = NO_ATTEMPT;
  return {
    async create(content, draft) {
      const body = JSON.stringify({ projectKey: key, content, ...draft });
      // The same text sent again after a lost answer must not become a second annotation.
      if (attempt.body !== body) attempt = { body, key: randomKey() };
      const headers = { 'content-type': 'application/json', 'x-project-key': key, 'idempotency-key': attempt.key };
      const created = await request('/annotations/public', { method: 'POST', headers, body });
      attempt = NO_ATTEMPT;
      return readAnnotation(created);
    },
    async list(url) {
      const path = `/annotations/project/${encodeURIComponent(key)}/public?url=${encodeURIComponent(url)}`;
      const found = await request(path, { cache: 'no-store' });
      return Array.isArray(found) ? found.flatMap((item) => readAnnotation(item) ?? []) : [];
    },
  };
}

const TIMEOUT_MS = 30_000;
/** What was sent last without a success. */
const NO_ATTEMPT = { body: '', key: '' };

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join('');

async function send(url: string, init: RequestInit, life: AbortSignal): Promise<unknown> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), TIMEOUT_MS);
  const end = () => deadline.abort();
  life.addEventListener('abort', end);
  try {
    const response = await fetch(url, { ...init, signal: deadline.signal }).catch(() => {
      throw unreachable();
    });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok) return body;
    const message = isRecord(body) && typeof body.message === 'string' ? body.message.slice(0, 300) : '';
    throw refused(response.status, message, Number(response.headers.get('retry-after')) || 0);
  } finally {
    clearTimeout(timer);
    life.removeEventListener('abort', end);
  }
}
