import { join } from 'node:path';
import { hashesOf } from '../lib/inline-hashes.ts';
import type { StaticContent } from './static-content.ts';
import { staticFile } from './static-file.ts';

/** Path of the frame in which visitors draw on pictures. */
export const DRAW_FRAME = '/overlay/draw';

/**
 * Creates the page that the overlay frames on any page. It gets a picture from the page that frames
 * it, and returns it: it sends no request and reads no cookie.
 *
 * @param assets directory of the built client files
 */
export const createDrawFrame = (assets: string): StaticContent =>
  staticFile(join(assets, 'draw.html'), { headers: drawFrameHeaders });

/** Headers of the page, also for pages that isolate themselves. */
export function drawFrameHeaders(html: string): Record<string, string> {
  const directives = {
    'default-src': ["'none'"],
    'script-src': hashesOf(html, 'script'),
    'style-src': hashesOf(html, 'style'),
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ['*'],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  const policy = Object.entries(directives).map(([name, values]) => `${name} ${values.join(' ')}`);
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'referrer-policy': 'no-referrer',
  };
}
