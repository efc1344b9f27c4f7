import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { createUrlSigner } from '../secrets/url-signer.ts';

/** Minimum validity of a URL, ms. */
const LIFETIME_MS = DAY_MS;
/** Interval within which URLs of an object are identical, for browser caches, ms. */
const STEP_MS = HOUR_MS;
/** Length of the signature of a short URL: 128 bits. */
const SHORT_SIGNATURE = { bytes: 16, characters: 22 };

/** Path of short URLs. */
export const SHORT_PATH = '/o/';

/** URLs that an `<img>` can load without an Authorization header. */
export interface SignedUrls {
  /**
   * Returns a URL that is valid for 24 to 25 hours.
   * @param name key of an object, or name of an image that is not stored yet
   */
  urlOf(name: string): string;
  /** Returns the remaining validity, seconds; undefined if the URL is invalid or expired. */
  secondsLeft(key: string, expires: string | null, signature: string | null): number | undefined;
  /**
   * Returns a URL of the same validity for the objects that lists have one each:
   * `/o/<name>?<hours since 1970><signature>`.
   */
  shortUrlOf(name: string): string;
  /** Same as `secondsLeft` for the query of a short URL, without its question mark. */
  secondsLeftOfShort(name: string, query: string): number | undefined;
}

/** @param secrets the first one signs, all verify */
export function createSignedUrls(secrets: readonly string[], baseUrl: string): SignedUrls {
  const signer = createUrlSigner(secrets, { purpose: 'objects', unitMs: 1_000 });
  const shortSigner = createUrlSigner(secrets, {
    purpose: 'short object URLs',
    unitMs: HOUR_MS,
    bytes: SHORT_SIGNATURE.bytes,
  });
  return {
    urlOf: (key) => `${baseUrl}/objects/${key}?${signer.queryFor(key, endOfValidity())}`,
    secondsLeft: (key, expires, signature) => inSeconds(signer.msLeft(key, { expires, signature })),
    shortUrlOf(name) {
      const { expires, signature } = shortSigner.sign(name, endOfValidity());
      return `${baseUrl}${SHORT_PATH}${name}?${expires}${signature}`;
    },
    secondsLeftOfShort(name, query) {
      const at = query.length - SHORT_SIGNATURE.characters;
      const [expires, signature] = [query.slice(0, Math.max(at, 0)), query.slice(Math.max(at, 0))];
      return inSeconds(shortSigner.msLeft(name, { expires, signature }));
    },
  };
}

const endOfValidity = (): number => Math.ceil(Date.now() / STEP_MS) * STEP_MS + LIFETIME_MS;

const inSeconds = (ms: number | undefined) => (ms === undefined ? undefined : Math.ceil(ms / 1_000));
