/** Body bytes of keepalive requests in flight; browsers limit their sum to 64 KiB. */
export const MAX_KEPT_BYTES = 60_000;
/** Below this length, characters, compression costs more than it saves. */
const MIN_COMPRESSED_LENGTH = 4_000;
/** Response timeout, ms; the request is retried. */
const TIMEOUT_MS = 15_000;

const POST = { method: 'POST', credentials: 'omit' } as const;

export const bytesOf = (body: string | Blob): number => (typeof body === 'string' ? new Blob([body]) : body).size;

/** Posts as text/plain, which needs no preflight; compressed if that pays and the browser can. */
export async function post(url: string, text: string): Promise<Response> {
  return request(url, text.length > MIN_COMPRESSED_LENGTH ? await compress(text) : text);
}

/**
 * Posts synchronously on page exit, uncompressed.
 *
 * @returns null if the browser only supports beacons, whose outcome is unknown
 */
export function postOnExit(url: string, text: string): Promise<Response> | null {
  const canKeep = 'keepalive' in Request.prototype;
  if (!canKeep && typeof navigator.sendBeacon === 'function' && navigator.sendBeacon(url, text)) return null;
  return request(url, text);
}

/** Rejects instead of throwing synchronously if the page replaced `fetch`. */
async function request(url: string, body: string | Blob): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
  try {
    return await fetch(url, { ...POST, body, keepalive: bytesOf(body) <= MAX_KEPT_BYTES, signal: timeout.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** Needs no `content-encoding`: the service detects gzip by its magic bytes. */
async function compress(text: string): Promise<string | Blob> {
  if (typeof CompressionStream !== 'function') return text;
  try {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Blob([await new Response(stream).arrayBuffer()], { type: 'text/plain' });
  } catch {
    return text;
  }
}
