import { isSecretName } from '../../shared/secret-names.ts';

/**
 * Name before a value: `name=`, `"name": "`, also in JSON within JSON. Bounded quantifiers keep
 * matching linear.
 */
const NAME = /([?#&;]?)([\w-]{1,64})[\\"']{0,4}\s{0,9}[:=]\s{0,9}[\\"']{0,4}/g;
/** Names that are secret in URLs only: `code: 404` is not a secret. */
const AMBIGUOUS = /^(code|key|session|auth)$/i;
/** Private-use character that marks secret values. */
const MARKER = '\uE000';
const QUOTED = /(["'])\uE000[^"']*/g;
const BARE = /\uE000[^\s\\"',;&}]*/g;
/** Keys with a known prefix: Stripe, GitHub, GitLab, Slack, AWS. */
const KNOWN_KEYS = /\b(?:(?:[spr]k|gh[opsur]|github_pat|glpat|xox[a-z])[_-][\w-]{10,}|AKIA[A-Z\d]{12,})/g;

/** Redacts tokens, passwords, email addresses and card numbers. */
export function redactSecrets(text: string): string {
  return text
    .replace(/(^|[^\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '$1[token]')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 [token]')
    .replace(NAME, (whole, before, name) => (isSecret(name, before !== '') ? whole + MARKER : whole))
    .replace(QUOTED, '$1[hidden]')
    .replace(BARE, '[hidden]')
    .replace(KNOWN_KEYS, '[token]')
    .replace(/[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g, '[e-mail]')
    .replace(/\b\d(?:[ -]?\d){12,18}\b/g, '[number]');
}

const isSecret = (name: string, isInAddress: boolean) =>
  /^authorization$/i.test(name) || (isSecretName(name) && (isInAddress || !AMBIGUOUS.test(name)));
