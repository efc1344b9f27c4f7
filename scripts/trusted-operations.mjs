import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes line breaks and spaces that GraphQL does not need. Documents of clients have no block
 * strings and comments.
 *
 * @param {string} source
 */
export const minifyDocument = (source) =>
  source
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}(),:]) ?/g, '$1');

/**
 * Returns the SHA-256 of a document, hexadecimal.
 *
 * @param {string} text
 */
export const hashOfDocument = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Returns the documents that clients of this repository send, by their hashes.
 *
 * @param {string} root directory of the repository
 * @returns {Record<string, string>}
 */
export function trustedOperations(root) {
  const names = readdirSync(join(root, 'clients'), { recursive: true, encoding: 'utf8' });
  const texts = names
    .filter((name) => name.endsWith('.graphql') && !name.startsWith('dashboard'))
    .sort()
    .map((name) => minifyDocument(readFileSync(join(root, 'clients', name), 'utf8')));
  // The dashboard's library adds fields; its documents are generated as they are sent.
  const sent = JSON.parse(readFileSync(join(root, 'clients/dashboard/operations.generated.json'), 'utf8'));
  return Object.fromEntries([...texts, ...sent].map((text) => [hashOfDocument(text), text]));
}
