import type { WebhookEvent } from './webhook-events.generated.ts';

/** A received request. */
export interface WebhookRequest {
  /** Body as it was received; a parsed and printed one has another signature. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Secret of the webhook, `whsec_` included; several while a secret is replaced. */
  secret: string | readonly string[];
  /** Largest difference of the clocks, seconds. Default: 300. */
  tolerance?: number;
  /** Present time, milliseconds. */
  now?: number;
}

/** A request that is not from the webhook, or too old. */
export class WebhookSignatureError extends Error {
  override name = 'WebhookSignatureError';
}

/**
 * Verifies the signature and the time of a request, and returns its event. Types of events that are
 * newer than this library have members that it does not know.
 *
 * @throws WebhookSignatureError, and TypeError for an empty secret
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  const { tolerance = 300, now = Date.now() } = request;
  const id = header(request, 'webhook-id');
  const timestamp = header(request, 'webhook-timestamp');
  const signatures = header(request, 'webhook-signature')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => bytesOf(each.slice(3)));
  if (!/^\d+$/.test(timestamp)) throw new WebhookSignatureError('webhook-timestamp is not a number of seconds');
  if (Math.abs(now / 1_000 - Number(timestamp)) > tolerance) {
    throw new WebhookSignatureError(`The request was signed more than ${tolerance} seconds ago, or later than now`);
  }
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const secrets = typeof request.secret === 'string' ? [request.secret] : request.secret;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return parse(body);
    }
  }
  throw new WebhookSignatureError('No signature of the request fits a secret of the webhook');
}

function header({ headers }: WebhookRequest, name: string): string {
  const found = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const value = typeof found === 'object' ? found?.[0] : found;
  if (!value) throw new WebhookSignatureError(`The request has no header ${name}`);
  return value;
}

const isHeaders = (headers: WebhookRequest['headers']): headers is Headers => typeof headers.get === 'function';

/** Returns the bytes behind `whsec_`: decoded if they are 24 to 64, otherwise those of the text. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const text = secret.replace(/^whsec_/, '');
  if (text === '') throw new TypeError('secret is empty; pass the secret of the webhook');
  const decoded = bytesOf(text);
  const isEncoded =
    decoded && decoded.length >= 24 && decoded.length <= 64 && encode(decoded) === text.replace(/=+$/, '');
  return isEncoded ? decoded : new Uint8Array(new TextEncoder().encode(text));
}

const encode = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

const parse = (body: Uint8Array): WebhookEvent => JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
