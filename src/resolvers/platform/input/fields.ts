import { z } from 'zod';
import { oneLine } from '../text/plain-text.ts';
import { LIMITS } from './limits.ts';
import { EMPTY, isStorable, storableText, UNSTORABLE } from './storable-text.ts';

export const contentInput = storableText(LIMITS.content);
/** A single line: names appear in mails and lists next to the service's own text. */
export const nameInput = storableText(LIMITS.name)
  .transform(oneLine)
  .refine((name) => name !== '', EMPTY);

export const sourceInput = storableText(LIMITS.importSource).transform((source) => source.trim().toLowerCase());
export const externalIdInput = storableText(LIMITS.externalId);

/** A part of a name or an address to search for. */
export const searchInput = storableText(LIMITS.email);

export const slugInput = z
  .string()
  .max(LIMITS.slug, `must have at most ${LIMITS.slug} characters`)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, in words joined by single hyphens');

export const emailInput = z
  .string()
  .max(LIMITS.email, `must have at most ${LIMITS.email} characters`)
  .pipe(z.email('must be an e-mail address'))
  .transform((email) => email.toLowerCase());

export const urlInput = z
  .string()
  .max(LIMITS.url, `must have at most ${LIMITS.url} characters`)
  .refine(isStorable, UNSTORABLE)
  .refine(isHttpUrl, 'must be an http or https URL');

export const coordinateInput = z
  .number()
  .min(-LIMITS.coordinate, `must be at least ${-LIMITS.coordinate}`)
  .max(LIMITS.coordinate, `must be at most ${LIMITS.coordinate}`);

function isHttpUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

/** An origin of pages. Its normalized form is returned: lowercase, without a default port. */
export const originInput = z.string().transform((text, check) => {
  if (URL.canParse(text)) {
    const { origin, protocol } = new URL(text);
    if (/^https?:$/.test(protocol) && !origin.includes('*')) return origin;
  }
  const message = 'must be an origin such as https://shop.example';
  check.addIssue({ code: 'custom', message: text.includes('*') ? `${message}; list each origin, without *` : message });
  return z.NEVER;
});
