import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What was sealed cannot be opened: it was sealed under a secret that is not listed any more. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
  override readonly message =
    'A stored secret was sealed under an AUTH_SECRET that is not listed any more; list it again';
}

/** Keeps secrets of users at rest. */
export interface SecretBox {
  /**
   * Encrypts under the first secret.
   * @param boundTo what the secret belongs to, such as a row's id: opened for another, it fails
   */
  seal(text: string, boundTo: string): string;
  /** @throws UnreadableSecret; Error when it was sealed for something else, or was changed */
  open(sealed: string, boundTo: string): string;
  /** Names for something, in the form of a UUID, that nobody else can make: under the first secret, then under the others. */
  marksOf(text: string): string[];
  /** What everything begins with that is sealed under the first secret, and nothing else. */
  presentPrefix: string;
}

interface Key {
  id: string;
  key: Buffer;
  markKey: Buffer;
}

/** AES-256-GCM under keys derived from AUTH_SECRET: the first of the secrets seals, all open. */
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
      const [id, text = ''] = sealed.split('.');
      const found = keys.find((key) => key.id === id);
      if (!found) throw new UnreadableSecret();
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv(CIPHER, found.key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    marksOf: (text) => keys.map(({ markKey }) => markOf(markKey, text)),
    presentPrefix: `${first.id}.`,
  };
}

/** What was sealed, unless its secret is not listed any more. */
export function openIfReadable(box: SecretBox, sealed: string, boundTo: string): string | undefined {
  try {
    return box.open(sealed, boundTo);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

/** The id tells keys apart and says nothing about them. */
function deriveKey(secret: string): Key {
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
  return {
    id: derive('pinbound secret box id', 6).toString('hex'),
    key: derive('pinbound secret box key', 32),
    markKey: derive('pinbound secret box marks', 32),
  };
}

function markOf(key: Buffer, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
