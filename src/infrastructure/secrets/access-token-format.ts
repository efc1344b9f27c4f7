import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Opens access tokens that members create, so that secret scanners and people recognize them. */
const ACCESS_TOKEN_PREFIX = 'pbt_';
/** Opens every access token of a connected app. */
const APP_TOKEN_PREFIX = 'pbo_';
/** Opens every refresh token of a connected app. */
const APP_REFRESH_TOKEN_PREFIX = 'pbr_';
/** Characters of each prefix. */
const PREFIX_LENGTH = 4;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 base62 digits have 256 bits. */
const RANDOM_LENGTH = 43;
/** Enough base62 digits for 32 bits. */
const CHECK_LENGTH = 6;
/** Characters that lists show to tell tokens apart. */
const SHOWN_LENGTH = 8;

/** Creates a token: the prefix, random digits and check digits, all base62. */
function newToken(prefix: string): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${prefix}${random}${checkDigitsOf(random)}`;
}

export const newAccessToken = (): string => newToken(ACCESS_TOKEN_PREFIX);
export const newAppToken = (): string => newToken(APP_TOKEN_PREFIX);
export const newAppRefreshToken = (): string => newToken(APP_REFRESH_TOKEN_PREFIX);

export const isAppToken = (token: string): boolean => token.startsWith(APP_TOKEN_PREFIX);

/** Whether a credential is an access token of any kind, by its prefix. */
export const looksLikeAccessToken = (token: string): boolean =>
  token.startsWith(ACCESS_TOKEN_PREFIX) || isAppToken(token);

/** Returns whether the check digits are right. Mistyped and cut tokens need no database query. */
export function isAccessToken(token: string): boolean {
  const random = token.slice(PREFIX_LENGTH, -CHECK_LENGTH);
  return (
    looksLikeAccessToken(token) &&
    token.length === PREFIX_LENGTH + RANDOM_LENGTH + CHECK_LENGTH &&
    token.endsWith(`${random}${checkDigitsOf(random)}`)
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
