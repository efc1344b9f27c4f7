/** Requests that outlive their page share 64 KiB, whatever is on its way included. */
export const MAX_KEPT_BYTES = 60_000;
/** Below, compressing costs more than it saves, characters. */
const WORTH_PACKING = 4_000;
/** A service that has not answered by then is asked again, milliseconds. */
const PATIENCE_MS = 15_000;

const POST = { method: 'POST', credentials: 'omit' } as const;

export const bytesOf = (body: string | Blob): number => (typeof body === 'string' ? new Blob([body]) : body).size;

/** As text/plain, which needs no preflight; compressed where it is worth it and the browser can. */
export async function post(url: string, text: string): Promise<Response> {
  return ask(url, text.length > WORTH_PACKING ? await packed(text) : text);
}

/** For a page that goes: at once, as it is. @returns null where only a beacon would outlive the page, which is on its way then */
export function postLast(url: string, text: string): Promise<Response> | null {
  const canKeep = 'keepalive' in Request.prototype;
  if (!canKeep && typeof navigator.sendBeacon === 'function' && navigator.sendBeacon(url, text)) return null;
  return ask(url, text);
}

/** Never throws, whatever the page has made of `fetch`. */
async function ask(url: string, body: string | Blob): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    return await fetch(url, { ...POST, body, keepalive: bytesOf(body) <= MAX_KEPT_BYTES, signal: patience.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The service knows gzip by its first bytes. */
async function packed(text: string): Promise<string | Blob> {
  if (typeof CompressionStream !== 'function') return text;
  try {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Blob([await new Response(stream).arrayBuffer()], { type: 'text/plain' });
  } catch {
    return text;
  }
}
