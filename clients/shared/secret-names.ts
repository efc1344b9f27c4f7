/**
 * Names of secret values, in lower case without separators; redact-url.ts of the service has the
 * same list.
 */
const SECRET =
  /^(code|key|sig|sid|auth|pwd|otp|jwt|session|phpsessid|jsessionid)$|(token|secret|passwo?r?d|passcode|signature|credential|apikey|accesskey|authcode|sessionid|sessionkey)s?$/;

/** True for the name of a secret value: `access_token`, `X-Amz-Signature`, `apiKey`. */
export const isSecretName = (name: string): boolean => SECRET.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
