import { withoutDirections } from './without-directions.ts';

/**
 * Value of the header Content-Disposition. The name is text of a third party: quotes, separators
 * and line breaks are replaced or escaped, controls of direction removed.
 */
export function contentDisposition(kind: 'inline' | 'attachment', given: string): string {
  const name = withoutDirections(given);
  const plain = name.replace(/[^A-Za-z0-9 ._()-]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
