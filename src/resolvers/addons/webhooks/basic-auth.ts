import { badField } from '../../../errors.ts';
import { isStorable } from '../../platform/input/storable-text.ts';

/** Stands for user name and password of a stored webhook. */
const MASK = '•••';
const ENCODED_MASK = encodeURIComponent(MASK);

/** Address of a receiver, and what its user name and password are. */
export interface Receiver {
  /** Without user name and password. */
  url: string;
  /** `user:password`; null for none; undefined to keep those that are stored. */
  basicAuth: string | null | undefined;
}

/**
 * Takes user name and password out of a webhook's address. The address that lists show, with a
 * mask, keeps those that are stored.
 *
 * @throws BAD_USER_INPUT for values that Basic authentication cannot send
 */
export function takeCredentials(given: string): Receiver {
  const parsed = new URL(given);
  const { username, password } = parsed;
  if (!username && !password) return { url: given, basicAuth: null };
  const url = given.replace(/^([a-z]+:[\\/]*)[^\\/?#]*@/i, '$1');
  if (username === ENCODED_MASK && !password) return { url, basicAuth: undefined };
  const [user, secret] = [decoded(username), decoded(password)];
  if (user === undefined || secret === undefined || user.includes(':') || !isStorable(user + secret))
    throw badField(
      'url',
      'its user name or password cannot be sent; encode special characters as %XX, and use no colon in the name',
    );
  return { url, basicAuth: `${user}:${secret}` };
}

/** Decodes a part of an address; undefined for control characters and malformed escapes. */
function decoded(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Address of a webhook as it is shown: whether it has user name and password, and never which. */
export const shownUrl = ({ url, hasBasicAuth }: { url: string; hasBasicAuth?: boolean }): string =>
  hasBasicAuth ? url.replace(/^([a-z]+:\/\/)/i, `$1${MASK}@`) : url;

/** Value of the header Authorization. */
export const basicHeader = (basicAuth: string): string => `Basic ${Buffer.from(basicAuth).toString('base64')}`;
