import { z } from 'zod';

/** Max headers, and max path prefixes. */
const MAX_HEADERS = 10;
const MAX_COOKIES = 20;
const MAX_PATHS = 20;
const MAX_NAME = 128;
const MAX_VALUE = 4_096;
const MAX_PATH = 1_024;
const MAX_USERNAME = 255;
const MAX_PASSWORD = 1_024;

/** RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers that the browser or the connection sets. */
const RESERVED =
  /^(?:host|connection|content-.*|cookie2?|expect|keep-alive|origin|proxy-.*|range|referer|sec-.*|te|trailer|transfer-encoding|upgrade|via|accept-(?:charset|encoding))$/i;

const name = z
  .string()
  .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
  .regex(TOKEN, "must be letters, digits and !#$%&'*+-.^_`|~");

/** Value of a header or a cookie; the browser would trim spaces at its ends. */
const value = (allowed: RegExp, characters: string) =>
  z
    .string()
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, 'must not be empty')
        .max(MAX_VALUE, `must have at most ${MAX_VALUE} characters`)
        .regex(allowed, `must be ${characters}`),
    );

const header = z.object({
  name: name.refine(
    (text) => !RESERVED.test(text),
    'is set by the browser and cannot be sent; cookies have a list of their own',
  ),
  value: value(/^[\x20-\x7e]+$/, 'printable ASCII characters'),
});
const cookie = z.object({ name, value: value(/^[\x20-\x3a\x3c-\x7e]+$/, 'printable ASCII characters without ;') });

const isDistinct = (list: readonly { name: string }[]) => new Set(list.map(keyOf)).size === list.length;
const keyOf = ({ name: text }: { name: string }) => text.toLowerCase();

const path = z
  .string()
  .max(MAX_PATH, `must have at most ${MAX_PATH} characters`)
  .regex(/^\/[\x21-\x7e]*$/, 'must begin with / and have no spaces')
  .refine((text) => !/[?#]/.test(text), 'must be a path without query and fragment')
  .transform((text) => new URL(`http://host${text.replace(/^\/+/, '/')}`).pathname);

/** Arguments of new capture credentials. */
export const credentialsInput = z
  .object({
    basic: z
      .object({
        username: z
          .string()
          .min(1, 'must not be empty')
          .max(MAX_USERNAME, `must have at most ${MAX_USERNAME} characters`)
          .regex(/^[^:\p{Cc}]*$/u, 'must have no colon and no control characters'),
        password: z
          .string()
          .max(MAX_PASSWORD, `must have at most ${MAX_PASSWORD} characters`)
          .regex(/^\P{Cc}*$/u, 'must have no control characters'),
      })
      .nullish()
      .transform((basic) => basic ?? null),
    headers: z
      .array(header)
      .max(MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
      .refine(isDistinct, 'must name each header once')
      .nullish()
      .transform((headers) => headers ?? []),
    cookies: z
      .array(cookie)
      .max(MAX_COOKIES, `must have at most ${MAX_COOKIES} cookies`)
      .refine(isDistinct, 'must name each cookie once')
      .nullish()
      .transform((cookies) => cookies ?? []),
    paths: z
      .array(path)
      .min(1, 'must have at least one path; omit it for all paths')
      .max(MAX_PATHS, `must have at most ${MAX_PATHS} paths`)
      .nullish()
      .transform((paths) => [...new Set(paths ?? ['/'])]),
    isShared: z
      .boolean()
      .nullish()
      .transform((isShared) => isShared ?? false),
  })
  .superRefine(({ basic, headers, cookies }, check) => {
    if (!basic && headers.length === 0 && cookies.length === 0) {
      check.addIssue({ code: 'custom', path: ['basic'], message: 'is required without headers and cookies' });
    }
    if (basic && headers.some((each) => keyOf(each) === 'authorization')) {
      check.addIssue({ code: 'custom', path: ['basic'], message: 'must be omitted with a header Authorization' });
    }
  });

export type CredentialsInput = z.infer<typeof credentialsInput>;
