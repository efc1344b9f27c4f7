import { hashesOf } from '../lib/inline-hashes.ts';

/** Headers of pages besides the content security policy. */
const REFERRER_POLICY = { 'referrer-policy': 'same-origin' };

/** Sources that a page uses besides its own origin and its inline elements. */
interface Sources {
  /** For scripts of other origins. */
  scripts?: readonly string[];
  /** For requests to other origins. */
  connections?: readonly string[];
  /** Whether scripts of the page insert styles. */
  insertsStyles?: boolean;
  /** Whether the style sheet contains fonts. */
  hasInlineFonts?: boolean;
  /** Origins whose pages may frame the page. */
  ancestors?: readonly string[];
}

/**
 * Headers of an HTML page. The content security policy permits exactly its inline scripts and
 * styles, by their hashes: unlike nonces, hashes let browsers and proxies cache the page.
 *
 * @param html as it is sent
 */
export function pageHeaders(html: string, sources: Sources = {}): Record<string, string> {
  const { scripts = [], connections = [], insertsStyles = false, hasInlineFonts = false, ancestors = [] } = sources;
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...hashesOf(html, 'script')],
    // Hashes would disable 'unsafe-inline'.
    'style-src': ["'self'", ...(insertsStyles ? ["'unsafe-inline'"] : hashesOf(html, 'style'))],
    'img-src': ["'self'", 'data:', 'blob:'],
    ...(hasInlineFonts && { 'font-src': ["'self'", 'data:'] }),
    'connect-src': ["'self'", ...connections],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ancestors.length > 0 ? ancestors : ["'none'"],
  };
  const policy = Object.entries(directives)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(' ')}`)
    .join('; ');
  return { ...REFERRER_POLICY, 'content-security-policy': policy };
}
