/**
 * Names of parameters that hold secrets, in small letters without separators: `access_token`, `X-Amz-Signature`, `apiKey`. The
 * embed script has the same (clients/embed/page-url.ts; its pattern stands in clients/shared/secret-names.ts).
 */
const SECRET =
  /^(code|key|sig|sid|auth|pwd|otp|jwt|session|phpsessid|jsessionid)$|(token|secret|passwo?r?d|passcode|signature|credential|apikey|accesskey|authcode|sessionid|sessionkey)s?$/;

/** Takes the values of secret parameters, in query and fragment, and a login out of an address. */
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
    // As it stands.
  }
  return decoded.toLowerCase().replace(/[^a-z0-9]/g, '');
}
