import { randomBytes } from 'node:crypto';
import { LIMITS } from './limits.ts';

/** Of a slug made from a name; the rest is for what makes it unique. */
const MAX_WORDS = 48;

/** A name in slug form. A name without any letter that a slug can have becomes `otherwise`. */
export function slugOf(name: string, otherwise: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_WORDS)
    .replace(/-+$/, '');
  return words || otherwise;
}

/** The slug of a new organization: its name and four random bytes, since names repeat among organizations. */
export const organizationSlug = (name: string): string =>
  `${slugOf(name, 'organization')}-${randomBytes(4).toString('hex')}`;

/** The first of slug, slug-2, slug-3 … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let n = 2; taken.has(free); n++) {
    const end = `-${n}`;
    free = slug.slice(0, LIMITS.slug - end.length).replace(/-+$/, '') + end;
  }
  return free;
}
