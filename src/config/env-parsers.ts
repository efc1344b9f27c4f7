import { z } from 'zod';
import { withoutTrailing } from '../lib/trim-trailing.ts';

/** What settings are made of: each reads a text that is not blank, and its message says which texts it takes. */

/** A whole number of so many to so many. */
export const whole = (min: number, max: number) =>
  numberOf(/^\d{1,9}$/, min, max, `must be a whole number from ${min} to ${max}`);

/** A number of so many to so many, such as 2.5. */
export const decimal = (min: number, max: number) =>
  numberOf(/^\d{1,9}(\.\d{1,9})?$/, min, max, `must be a number from ${min} to ${max}`);

const numberOf = (form: RegExp, min: number, max: number, message: string) =>
  z
    .string()
    .refine((text) => form.test(text) && Number(text) >= min && Number(text) <= max, message)
    .transform(Number);

/** Where a fragment would begin, and a percent sign that begins no code. */
const HAS_BARE_CHARACTER = /#|%(?![0-9a-f]{2})/i;

/** Where a service is, with who we are there: a character that means something in a URL must be written as its code. */
const withAccount = (protocols: string[], example: string, path = /^/) =>
  z.string().refine((text) => {
    const { protocol = '', pathname = '' } = partsOf(text) ?? {};
    return protocols.includes(protocol) && path.test(pathname) && !HAS_BARE_CHARACTER.test(text);
  }, `must read ${example}; in a password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25`);

export const postgresUrl = withAccount(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database');
export const redisUrl = withAccount(
  ['redis:', 'rediss:'],
  'redis://host:6379, redis://host:6379/1 for its database 1, or rediss://user:password@host:6379',
  /^(\/\d{0,5})?$/,
);
export const smtpUrl = withAccount(['smtp:', 'smtps:'], 'smtp://user:password@host:587, or smtps://… for TLS');

const isHttp = ({ protocol, search, hash }: URL) => /^https?:$/.test(protocol) && search === '' && hash === '';

/** An http or https URL, without the slashes at its end. */
export const httpUrl = z
  .string()
  .refine((text) => isUrl(text, isHttp), 'must read https://host, or http://host:port')
  .transform((url) => withoutTrailing(url, '/'));

/** As `httpUrl`, of a whole host. */
export const hostUrl = httpUrl.refine(
  (text) => isUrl(text, ({ pathname }) => pathname === '/'),
  'must be without a path, such as https://feedback.example.com: the service stands at the root of a host name',
);

function partsOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isUrl(text: string, test: (url: URL) => boolean): boolean {
  const url = partsOf(text);
  return url !== undefined && test(url);
}

export const secrets = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length >= 32), 'each secret needs 32 characters or more');

/** No retry waits longer, seconds. */
const LONGEST_DELAY = 7 * 24 * 3_600;
export const delays = z
  .string()
  .regex(/^\d{1,6}(\s*,\s*\d{1,6}){0,19}$/, 'must be 1 to 20 whole numbers of seconds, separated by commas')
  .transform((list) => list.split(',').map(Number))
  .refine((list) => list.every((seconds) => seconds <= LONGEST_DELAY), 'each delay must be at most 7 days (604800)');

export const mailbox = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must read: Name <name@host>');
