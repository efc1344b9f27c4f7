import { createHmac } from 'node:crypto';

/** What every secret of a webhook begins with. */
export const SECRET_PREFIX = 'whsec_';
/** Of a key in Standard Webhooks. */
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

/** A secret that signs; `previous` was replaced less than 24 hours ago and signs beside it. */
export interface SigningSecrets {
  current: string;
  previous?: string;
}

export interface Signed {
  body: string;
  /** As receivers see it: `evt_` and 32 hexadecimal digits. */
  eventId: string;
  type: string;
  /** Its number, from 1. */
  attempt: number;
  secrets: SigningSecrets;
  /** Of this attempt. */
  at: Date;
}

/**
 * The headers of one attempt: GitHub's form, which signs the body with the text of the secret, and Standard Webhooks, which signs
 * id, time and body with the key behind the prefix.
 */
export function deliveryHeaders({ body, eventId, type, attempt, secrets, at }: Signed): Record<string, string> {
  const { current, previous } = secrets;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${eventId}.${timestamp}.${body}`;
  const standard = [current, ...(previous ? [previous] : [])].map((secret) => `v1,${standardMac(secret, content)}`);
  return {
    'content-type': 'application/json',
    'user-agent': 'Pinbound-Webhooks/1',
    'x-svc-event': type,
    'x-svc-delivery': eventId,
    'x-svc-attempt': String(attempt),
    'x-svc-signature': bodyMac(current, body),
    ...(previous && { 'x-svc-signature-previous': bodyMac(previous, body) }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

const bodyMac = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const standardMac = (secret: string, content: string): string =>
  createHmac('sha256', standardKey(secret)).update(content).digest('base64');

/** The bytes of which the text behind the prefix is base64, when they are as many as a key has; else that text itself. */
function standardKey(secret: string): Buffer {
  const text = secret.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isBase64 && bytes.length >= MIN_KEY_BYTES && bytes.length <= MAX_KEY_BYTES ? bytes : Buffer.from(text);
}
