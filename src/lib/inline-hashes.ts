import { createHash } from 'node:crypto';

/** Hashes of the inline elements of one kind. */
export function hashesOf(html: string, element: 'script' | 'style'): string[] {
  const contents = html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'));
  return Array.from(contents, ([, content = '']) => {
    // The HTML parser turns each line break into one line feed.
    const text = content.replaceAll(/\r\n?/g, '\n');
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
}
