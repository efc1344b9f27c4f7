import { openIfReadable, type SecretBox } from '../../../infrastructure/secrets/secret-box.ts';

/** Encrypted values: the provider's credentials and the secret of its webhook signatures. */
export interface Credentials {
  provider: Record<string, string>;
  inboundSecret?: string;
}

export const sealCredentials = (box: SecretBox, id: string, credentials: Credentials): string =>
  box.seal(JSON.stringify(credentials), id);

export const openCredentials = (box: SecretBox, id: string, sealed: string): Credentials =>
  JSON.parse(box.open(sealed, id)) as Credentials;

/** Decrypts credentials; undefined if their AUTH_SECRET is no longer configured. */
export function openCredentialsIfReadable(box: SecretBox, id: string, sealed: string): Credentials | undefined {
  const text = openIfReadable(box, sealed, id);
  return text === undefined ? undefined : (JSON.parse(text) as Credentials);
}

/** Min characters that stay hidden, so that they cannot be guessed. */
const MIN_HIDDEN = 12;
const SHOWN = 4;

/** Last characters of a credential, to tell several apart; none of a short one. */
export function credentialHint(provider: Record<string, string>): string {
  const [credential = ''] = Object.values(provider);
  return credential.length < MIN_HIDDEN + SHOWN ? '…' : `…${credential.slice(-SHOWN)}`;
}
