import { openIfReadable, type SecretBox } from '../../../infrastructure/secrets/secret-box.ts';

/** What is sealed: the provider's credentials, and the secret that its calls are signed with. */
export interface Credentials {
  provider: Record<string, string>;
  inboundSecret?: string;
}

export const sealCredentials = (box: SecretBox, id: string, credentials: Credentials): string =>
  box.seal(JSON.stringify(credentials), id);

export const openCredentials = (box: SecretBox, id: string, sealed: string): Credentials =>
  JSON.parse(box.open(sealed, id)) as Credentials;

/** The credentials, unless the secret that they were sealed under is not listed any more. */
export function openCredentialsIfReadable(box: SecretBox, id: string, sealed: string): Credentials | undefined {
  const text = openIfReadable(box, sealed, id);
  return text === undefined ? undefined : (JSON.parse(text) as Credentials);
}

/** So many characters in front of what is shown are enough that nobody guesses them. */
const MIN_HIDDEN = 12;
const SHOWN = 4;

/** The end of a credential, for people who have several; nothing of a short one. */
export function hintOf(provider: Record<string, string>): string {
  const [credential = ''] = Object.values(provider);
  return credential.length < MIN_HIDDEN + SHOWN ? '…' : `…${credential.slice(-SHOWN)}`;
}
