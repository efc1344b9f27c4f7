import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { createUrlSigner } from '../secrets/url-signer.ts';

/** Minimum validity of a URL, ms. */
const LIFETIME_MS = DAY_MS;
/** Interval within which URLs of an object are identical, for browser caches, ms. */
const STEP_MS = HOUR_MS;

/** URLs that an `<img>` can load without an Authorization header. */
export interface SignedUrls {
  /**
   * Returns a URL that is valid for 24 to 25 hours.
   * @param name key of an object, or name of an image that is not stored yet
   */
  urlOf(name: string): string;
  /** Returns the remaining validity, seconds; undefined if the URL is invalid or expired. */
  secondsLeft(key: string, expires: string | null, signature: string | null): number | undefined;
}

/** @param secrets the first one signs, all verify */
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
