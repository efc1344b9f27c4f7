/** Secret of the panel, and its SHA-256, to which a code is bound. */
export interface Verifier {
  verifier: string;
  challenge: string;
}

/** @throws outside of secure contexts, which have no `crypto.subtle` */
export async function createVerifier(): Promise<Verifier> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, challenge: base64Url(new Uint8Array(hash)) };
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
