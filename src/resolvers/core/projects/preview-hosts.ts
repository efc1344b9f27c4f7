import { z } from 'zod';

const MAX_HOSTS = 20;
/** A name of 253 characters with a port. */
const MAX_LENGTH = 259;
/**
 * Suffixes on whose hosts `--` precedes the name of a site, which its owner registered. Below other
 * suffixes, strangers may register names that end with any part.
 */
const SITES_BEHIND_HYPHENS: ReadonlySet<string> = new Set(['netlify.app']);

/** Stands for the star while a pattern is parsed as a host. */
const FILLER = 'x';

const EXPECTED =
  'must be a host such as preview.shop.example or *.preview.shop.example, without scheme and path, with at most one * and only in its first part';

/** A host with a port other than the default one. `*` stands for letters, digits and hyphens. */
const previewHostInput = z
  .string()
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .transform((text, check) => {
    const pattern = normalizePattern(text.toLowerCase());
    if (pattern !== undefined) return pattern;
    check.addIssue({ code: 'custom', message: EXPECTED });
    return z.NEVER;
  });

export const previewHostsInput = z
  .array(previewHostInput)
  .max(MAX_HOSTS, `must list at most ${MAX_HOSTS} hosts`)
  .transform((hosts) => [...new Set(hosts)]);

function normalizePattern(text: string): string | undefined {
  const [first = '', ...others] = text.split('.');
  const isPattern = first.includes('*');
  if (/[\s/\\?#@%]|\.\./.test(text) || others.some((part) => part.includes('*'))) return undefined;
  if (isPattern && (others.length === 0 || !/^[a-z0-9-]*\*[a-z0-9-]*$/.test(first))) return undefined;
  const host = URL.parse(`https://${text.replace('*', FILLER)}`)?.host;
  if (!host || host.split(':')[0]?.endsWith('.')) return undefined;
  return isPattern ? first + host.slice(host.indexOf('.')) : host;
}

/** Address that a pattern matches, to check it like an address to capture. */
export const exampleOf = (pattern: string): string => `https://${pattern.replace('*', FILLER)}/`;

/**
 * Returns whether anyone can register a host that matches a pattern: its star stands directly below
 * a suffix of publicsuffix.org, such as `vercel.app`, or for a part of one, as in `*.code.run`.
 */
export async function isOpenToPublic(pattern: string): Promise<boolean> {
  const [first = ''] = pattern.split('.');
  if (!first.includes('*')) return false;
  const { getPublicSuffix } = await import('tldts');
  const { hostname } = new URL(exampleOf(pattern));
  const rest = hostname.slice(hostname.indexOf('.') + 1);
  const example = `${FILLER}.${rest}`;
  const suffix = getPublicSuffix(example, { allowPrivateDomains: true });
  if (suffix !== rest && suffix !== example) return false;
  return !(SITES_BEHIND_HYPHENS.has(rest) && /\*--[a-z0-9]/.test(first));
}

/** Whether the host of an address is listed. */
export const isPreviewHost = ({ host }: URL, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return host === pattern;
    const star = host.slice(before.length, host.length - after.length);
    return host.startsWith(before) && host.endsWith(after) && /^[a-z0-9-]+$/.test(star);
  });
