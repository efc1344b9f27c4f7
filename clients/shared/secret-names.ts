/** Names whose values are secret, in small letters without separators; the service has the same (redact-url.ts). */
const SECRET =
  /^(code|key|sig|sid|auth|pwd|otp|jwt|session|phpsessid|jsessionid)$|(token|secret|passwo?r?d|passcode|signature|credential|apikey|accesskey|authcode|sessionid|sessionkey)s?$/;

/** Whether what has this name is secret: `access_token`, `X-Amz-Signature`, `apiKey`. */
export const isSecretName = (name: string): boolean => SECRET.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
