import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Opens every access token, so that secret scanners and people recognize it. */
export const ACCESS_TOKEN_PREFIX = 'pbt_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 base62 digits have 256 bits. */
const RANDOM_LENGTH = 43;
/** Enough base62 digits for 32 bits. */
const CHECK_LENGTH = 6;
/** Characters that lists show to tell tokens apart. */
const SHOWN_LENGTH = 8;

/** Creates a token: the prefix, random digits and check digits, all base62. */
export function newAccessToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${ACCESS_TOKEN_PREFIX}${random}${checkDigitsOf(random)}`;
}

/** Returns whether the check digits are right. Mistyped and cut tokens need no database query. */
export function isAccessToken(token: string): boolean {
  const random = token.slice(ACCESS_TOKEN_PREFIX.length, -CHECK_LENGTH);
  return (
    token.length === ACCESS_TOKEN_PREFIX.length + RANDOM_LENGTH + CHECK_LENGTH &&
    token === `${ACCESS_TOKEN_PREFIX}${random}${checkDigitsOf(random)}`
  );
}

/** SHA-256 of a token, hexadecimal: its stored form. A random token needs no slow hash. */
export const hashAccessToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const shownPartOf = (token: string): string => token.slice(0, SHOWN_LENGTH);

/** CRC-32 of the random digits, base62. */
function checkDigitsOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
