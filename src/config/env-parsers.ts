import { z } from 'zod';
import { trimTrailing } from '../lib/trim-trailing.ts';

/** Parsers of non-blank settings; their messages describe the accepted texts. */

/** Parses a whole number in a range. */
export const whole = (min: number, max: number) =>
  numberOf(/^\d{1,9}$/, min, max, `must be a whole number from ${min} to ${max}`);

/** Parses a number in a range, such as 2.5. */
export const decimal = (min: number, max: number) =>
  numberOf(/^\d{1,9}(\.\d{1,9})?$/, min, max, `must be a number from ${min} to ${max}`);

const numberOf = (pattern: RegExp, min: number, max: number, message: string) =>
  z
    .string()
    .refine((text) => pattern.test(text) && Number(text) >= min && Number(text) <= max, message)
    .transform(Number);

/** Start of a fragment, or a percent sign without a code. */
const HAS_UNENCODED_CHARACTER = /#|%(?![0-9a-f]{2})/i;

/** Parses the URL of a service with credentials, in which reserved characters must be encoded. */
const serviceUrl = (protocols: string[], example: string, path = /^/) =>
  z.string().refine((text) => {
    const { protocol = '', pathname = '' } = parseUrl(text) ?? {};
    return protocols.includes(protocol) && path.test(pathname) && !HAS_UNENCODED_CHARACTER.test(text);
  }, `must have the form ${example}; in a password write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25`);

export const postgresUrl = serviceUrl(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/database');
export const redisUrl = serviceUrl(
  ['redis:', 'rediss:'],
  'redis://host:6379, redis://host:6379/1 for its database 1, or rediss://user:password@host:6379',
  /^(\/\d{0,5})?$/,
);
export const smtpUrl = serviceUrl(['smtp:', 'smtps:'], 'smtp://user:password@host:587, or smtps://… for TLS');

const isHttp = ({ protocol, search, hash }: URL) => /^https?:$/.test(protocol) && search === '' && hash === '';

/** Parses an http or https URL and removes trailing slashes. */
export const httpUrl = z
  .string()
  .refine((text) => isUrl(text, isHttp), 'must have the form https://host, or http://host:port')
  .transform((url) => trimTrailing(url, '/'));

/**
 * Parses the address of an OpenID provider. A trailing slash is part of its name; unencrypted, an
 * address on the way could log in as anybody.
 */
export const issuerUrl = z
  .string()
  .refine(
    (text) => isUrl(text, (url) => isHttp(url) && (url.protocol === 'https:' || isLoopbackName(url.hostname))),
    'must have the form https://host/path, exactly as the provider names itself; http only for localhost',
  );

const isLoopbackName = (hostname: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** Parses an http or https URL without a path. */
export const hostUrl = httpUrl.refine(
  (text) => isUrl(text, ({ pathname }) => pathname === '/'),
  'must not have a path, such as https://feedback.example.com: the service runs at the root of a host',
);

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isUrl(text: string, test: (url: URL) => boolean): boolean {
  const url = parseUrl(text);
  return url !== undefined && test(url);
}

export const secrets = z
  .string()
  .transform((list) => list.split(',').map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length >= 32), 'each secret must have at least 32 characters');

/** Longest delay of a retry, seconds. */
const MAX_DELAY = 7 * 24 * 3_600;
export const delays = z
  .string()
  .regex(/^\d{1,6}(\s*,\s*\d{1,6}){0,19}$/, 'must be 1 to 20 whole numbers of seconds, separated by commas')
  .transform((list) => list.split(',').map(Number))
  .refine((list) => list.every((seconds) => seconds <= MAX_DELAY), 'each delay must be at most 7 days (604800)');

/** Names of claims in order. */
export const claims = z
  .string()
  .regex(/^[\w.:/-]{1,100}(\s*,\s*[\w.:/-]{1,100}){0,9}$/, 'must be 1 to 10 names of claims, separated by commas')
  .transform((list) => list.split(',').map((name) => name.trim()));

export const mailbox = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must have the form Name <name@host>');
