import { createHmac } from 'node:crypto';

/** Prefix of all webhook secrets. */
export const SECRET_PREFIX = 'whsec_';
/** Key sizes that Standard Webhooks permits. */
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

/** Secrets that sign. `previous` was replaced less than 24 hours ago and signs in addition. */
export interface SigningSecrets {
  current: string;
  previous?: string;
}

export interface SignedDelivery {
  body: string;
  /** Public id. */
  eventId: string;
  type: string;
  /** Number of the attempt, from 1. */
  attempt: number;
  secrets: SigningSecrets;
  /** Start of the attempt. */
  at: Date;
}

/** Public id of an event: `evt_` and 32 hexadecimal digits. */
export const publicEventId = (id: string): string => `evt_${id.replaceAll('-', '')}`;

/**
 * Builds the headers of one attempt, with two kinds of signatures. GitHub's form signs the body
 * with the text of the secret. Standard Webhooks sign id, time and body with the key behind the
 * prefix.
 */
export function deliveryHeaders({ body, eventId, type, attempt, secrets, at }: SignedDelivery): Record<string, string> {
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

/** Decodes the base64 text behind the prefix; if it is not a key of valid size, uses the text. */
function standardKey(secret: string): Buffer {
  const text = secret.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isBase64 && bytes.length >= MIN_KEY_BYTES && bytes.length <= MAX_KEY_BYTES ? bytes : Buffer.from(text);
}
