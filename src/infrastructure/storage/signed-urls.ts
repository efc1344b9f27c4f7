import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { createUrlSigner } from '../secrets/url-signer.ts';

/** How long a URL works at least, milliseconds. */
const LIFETIME_MS = DAY_MS;
/** URLs of one object made within this stretch are equal, so that browsers find what they have, milliseconds. */
const STEP_MS = HOUR_MS;

/** URLs that an `<img>` can load without a header. */
export interface SignedUrls {
  /** Works for 24 hours, and up to one more. @param name an object's key, or the name of what has none yet */
  urlOf(name: string): string;
  /** Seconds that the URL works for; undefined when it is not ours, or its time has passed. */
  secondsLeft(key: string, expires: string | null, signature: string | null): number | undefined;
}

/** @param secrets the first signs, all verify */
export function createSignedUrls(secrets: readonly string[], baseUrl: string): SignedUrls {
  const signer = createUrlSigner(secrets, { purpose: 'objects', unitMs: 1_000 });
  return {
    urlOf: (key) =>
      `${baseUrl}/objects/${key}?${signer.queryFor(key, Math.ceil(Date.now() / STEP_MS) * STEP_MS + LIFETIME_MS)}`,
    secondsLeft(key, expires, signature) {
      const left = signer.msLeft(key, { expires, signature });
      return left === undefined ? undefined : Math.ceil(left / 1_000);
    },
  };
}
