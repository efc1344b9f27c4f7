import { randomBytes } from 'node:crypto';
import { LIMITS } from './limits.ts';

/** Max characters taken from the name; the rest is for the suffix that makes the slug unique. */
const MAX_BASE_LENGTH = 48;

/** Slug form of a name; `fallback` for a name without any letter that a slug can have. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_BASE_LENGTH)
    .replace(/-+$/, '');
  return slug || fallback;
}

/** Slug of a new organization: its name and four random bytes, since organizations share names. */
export const organizationSlug = (name: string): string =>
  `${slugOf(name, 'organization')}-${randomBytes(4).toString('hex')}`;

/** First of slug, slug-2, slug-3 … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let n = 2; taken.has(free); n++) {
    const end = `-${n}`;
    free = slug.slice(0, LIMITS.slug - end.length).replace(/-+$/, '') + end;
  }
  return free;
}
