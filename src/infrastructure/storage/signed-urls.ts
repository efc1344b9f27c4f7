import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a URL works at least, milliseconds. */
const LIFETIME_MS = 24 * 3_600_000;
/** URLs of one object made within this stretch are equal, so that browsers find what they have, milliseconds. */
const STEP_MS = 3_600_000;

/** URLs that an `<img>` can load without a header. */
export interface SignedUrls {
  /** Works for 24 hours, and up to one more. @param name an object's key, or the name of what has none yet */
  urlOf(name: string): string;
  /** Seconds that the URL works for; undefined when it is not ours, or its time has passed. */
  secondsLeft(key: string, expires: string | null, signature: string | null): number | undefined;
}

/** @param secrets the first signs, all verify */
export function createSignedUrls(secrets: readonly string[], baseUrl: string): SignedUrls {
  const sign = (secret: string, key: string, expires: string) =>
    createHmac('sha256', secret).update(`object\n${key}\n${expires}`).digest();
  return {
    urlOf(key) {
      const expires = String((Math.ceil(Date.now() / STEP_MS) * STEP_MS + LIFETIME_MS) / 1_000);
      const signature = sign(secrets[0] ?? '', key, expires).toString('base64url');
      return `${baseUrl}/objects/${key}?expires=${expires}&signature=${signature}`;
    },
    secondsLeft(key, expires, signature) {
      if (!expires || !signature || !/^\d{1,12}$/.test(expires)) return undefined;
      const given = Buffer.from(signature, 'base64url');
      const isOurs = secrets.some((secret) => {
        const right = sign(secret, key, expires);
        return given.length === right.length && timingSafeEqual(given, right);
      });
      const left = Number(expires) - Math.floor(Date.now() / 1_000);
      return isOurs && left > 0 ? left : undefined;
    },
  };
}
