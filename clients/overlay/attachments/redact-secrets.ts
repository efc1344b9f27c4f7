import { isSecretName } from '../../shared/secret-names.ts';

/** What stands before a value: `name=`, `"name": "`, also of JSON within JSON. Each part is bounded, which keeps the time linear. */
const NAME = /([?#&;]?)([\w-]{1,64})[\\"']{0,4}\s{0,9}[:=]\s{0,9}[\\"']{0,4}/g;
/** These say something else outside of an address: `code: 404`. */
const ORDINARY = /^(code|key|session|auth)$/i;
/** Put before a value that is secret: a character that nobody uses. */
const MARK = '\uE000';
const QUOTED = /(["'])\uE000[^"']*/g;
const BARE = /\uE000[^\s\\"',;&}]*/g;
/** Keys that say by their beginning what they are: of Stripe, GitHub, GitLab, Slack, AWS. */
const KEYS = /\b(?:(?:[spr]k|gh[opsur]|github_pat|glpat|xox[a-z])[_-][\w-]{10,}|AKIA[A-Z\d]{12,})/g;

/** Takes out what is nobody's business: tokens, passwords, e-mail addresses, card numbers. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(^|[^\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '$1[token]')
    .replace(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, '$1 [token]')
    .replace(NAME, (whole, before, name) => (isSecret(name, before !== '') ? whole + MARK : whole))
    .replace(QUOTED, '$1[hidden]')
    .replace(BARE, '[hidden]')
    .replace(KEYS, '[token]')
    .replace(/[\w.+-]{1,64}@[\w-]+\.[\w.-]+/g, '[e-mail]')
    .replace(/\b\d(?:[ -]?\d){12,18}\b/g, '[number]');
}

const isSecret = (name: string, isInAddress: boolean) =>
  /^authorization$/i.test(name) || (isSecretName(name) && (isInAddress || !ORDINARY.test(name)));
