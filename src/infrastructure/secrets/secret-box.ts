import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Id of the key and sealed bytes; the decoder of base64url would skip other characters. */
const SEALED = /^([0-9a-f]+)\.([\w-]+)$/;

/** The encrypting AUTH_SECRET is no longer configured. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
  override readonly message =
    'A stored secret was encrypted with an AUTH_SECRET that is no longer listed; list it again';
}

/** Encrypts users' secrets at rest. */
export interface SecretBox {
  /**
   * Encrypts with the first secret.
   * @param boundTo authenticated context, such as a row's id; `open` fails with a different one
   */
  seal(text: string, boundTo: string): string;
  /** @throws UnreadableSecret; Error if the context differs or the data was changed */
  open(sealed: string, boundTo: string): string;
  /** Returns unforgeable UUID-shaped markers of a text, one per secret, the current one first. */
  correlationMarkers(text: string): string[];
  /** Prefix of everything encrypted with the first secret, and of nothing else. */
  currentKeyPrefix: string;
}

interface Key {
  id: string;
  key: Buffer;
  markerKey: Buffer;
}

/** AES-256-GCM with keys derived from AUTH_SECRET: the first secret encrypts, all decrypt. */
export function createSecretBox(secrets: string[]): SecretBox {
  const keys = secrets.map(deriveKey);
  const [first] = keys;
  if (!first) throw new Error('A secret box needs a secret');

  return {
    seal(text, boundTo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first.key, nonce, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(boundTo),
      );
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${first.id}.${bytes.toString('base64url')}`;
    },
    open(sealed, boundTo) {
      const [, id, text = ''] = SEALED.exec(sealed) ?? [];
      const found = keys.find((key) => key.id === id);
      if (!found) throw new UnreadableSecret();
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    correlationMarkers: (text) => keys.map(({ markerKey: markKey }) => correlationMarker(markKey, text)),
    currentKeyPrefix: `${first.id}.`,
  };
}

/** Decrypts, or returns undefined if the secret is no longer configured. */
export function openIfReadable(box: SecretBox, sealed: string, boundTo: string): string | undefined {
  try {
    return box.open(sealed, boundTo);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/** Derives the key and an id that identifies it without revealing it. */
function deriveKey(secret: string): Key {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return {
    id: derive('pinbound secret box id', 6).toString('hex'),
    key: derive('pinbound secret box key', 32),
    markerKey: derive('pinbound secret box marks', 32),
  };
}

function correlationMarker(key: Buffer, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
