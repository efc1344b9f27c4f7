/** 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages without HTTPS. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => (byte + 256).toString(16).slice(1)).join('');
