import { pageKey } from './page-url.ts';

/**
 * Names of secret query parameters, lower-case without separators: `access_token`,
 * `X-Amz-Signature`, `apiKey`. The embed script has the same pattern (clients/embed/page-url.ts and
 * clients/shared/secret-names.ts).
 */
const SECRET =
  /^(code|key|sig|sid|auth|pwd|otp|jwt|session|phpsessid|jsessionid)$|(token|secret|passwo?r?d|passcode|signature|credential|apikey|accesskey|authcode|sessionid|sessionkey)s?$/;

/** Redacts the values of secret parameters in query and fragment, and removes credentials. */
export const redactUrl = (url: string): string =>
  url
    .replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
    .replace(/([?#&;])([^?#&;=]*)=([^#&;]*)/g, (whole, before, name) =>
      SECRET.test(plainName(name)) ? `${before}${name}=redacted` : whole,
    );

function plainName(name: string): string {
  let decoded = name;
  try {
    decoded = decodeURIComponent(name);
  } catch {
    // Malformed escapes stay as they are.
  }
  return decoded.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Key of a collected page: the usual page key, of the redacted URL.
 *
 * @throws BAD_USER_INPUT
 */
export const collectedPageKey = (url: string): string => pageKey(redactUrl(url));
