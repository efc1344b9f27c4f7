import type { DocumentNode } from 'graphql';

/** Maximum number of cached documents; the least recently used one is removed. */
const MAX_DOCUMENTS = 250;
/** Longest cached document, characters: a parsed document uses about 100 bytes per token. */
const MAX_LENGTH = 8_192;

/** Cache of parsed documents for Yoga, whose own cache does not limit their size. */
export function createDocumentCache() {
  const documents = new Map<string, DocumentNode>();
  return {
    get(text: string): DocumentNode | undefined {
      const document = documents.get(text);
      if (!document) return undefined;
      documents.delete(text);
      documents.set(text, document);
      return document;
    },
    set(text: string, document: DocumentNode): void {
      if (text.length > MAX_LENGTH) return;
      documents.set(text, document);
      const oldest = documents.keys().next();
      if (documents.size > MAX_DOCUMENTS && !oldest.done) documents.delete(oldest.value);
    },
  };
}
