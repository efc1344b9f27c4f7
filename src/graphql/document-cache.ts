import type { DocumentNode } from 'graphql';

/** Documents that are kept parsed, the most recently used ones. */
const MAX_DOCUMENTS = 250;
/** Characters. A longer document is parsed each time: parsed, it takes some hundred bytes for each token. */
const MAX_LENGTH = 8_192;

/** Where Yoga keeps parsed documents. Its own cache takes documents of any size, and anybody may send them. */
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
