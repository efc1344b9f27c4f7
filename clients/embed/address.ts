/** Names of parameters that hold secrets, in small letters without separators; the service has the same (redact-url.ts). */
const SECRET =
  /^(code|key|sig|sid|auth|pwd|otp|jwt|session|phpsessid|jsessionid)$|(token|secret|passwo?r?d|passcode|signature|credential|apikey|accesskey|authcode|sessionid|sessionkey)s?$/;
const LONGEST = 2048;

/** The page's address, without the values of secret parameters in query and fragment. */
export const pageUrl = (): string => redactUrl(location.href).slice(0, LONGEST);

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
