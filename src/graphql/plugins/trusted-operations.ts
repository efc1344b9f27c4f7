import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentNode } from 'graphql';

/**
 * Documents that the service's own clients and its REST API send. Only these are compiled; all
 * others are executed by graphql-js and never passed to a code generator.
 */
export interface TrustedOperations {
  /** Document with this SHA-256, hexadecimal; undefined if no client of this build sends it. */
  textOf(hash: string): string | undefined;
  /** Marks a parsed document as trusted if its text is in the manifest. */
  recognize(text: string, document: DocumentNode): void;
  /** Marks a document that the service itself built. */
  trust(document: DocumentNode): void;
  isTrusted(document: DocumentNode): boolean;
}

/** @param manifest texts of the documents by their hashes */
function createTrustedOperations(manifest: Readonly<Record<string, string>>): TrustedOperations {
  const byHash = new Map(Object.entries(manifest));
  const texts = new Set(byHash.values());
  const documents = new WeakSet<DocumentNode>();
  return {
    textOf: (hash) => byHash.get(hash),
    recognize(text, document) {
      if (texts.has(text)) documents.add(document);
    },
    trust: (document) => documents.add(document),
    isTrusted: (document) => documents.has(document),
  };
}

/**
 * Reads the manifest that the build made of the documents of its clients.
 *
 * @param assets directory of the built client files
 */
export const readTrustedOperations = (assets: string): TrustedOperations =>
  createTrustedOperations(JSON.parse(readFileSync(join(assets, 'trusted-operations.json'), 'utf8')));
