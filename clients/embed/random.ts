/** 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages without HTTPS. */
export function randomId(): string {
  let id = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += (byte + 256).toString(16).slice(1);
  return id;
}
