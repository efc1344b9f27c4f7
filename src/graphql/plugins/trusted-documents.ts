import { type DocumentNode, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { TrustedOperations } from './trusted-operations.ts';

/**
 * Accepts the hash of a trusted document instead of the document, in the form of persisted queries:
 * `extensions.persistedQuery.sha256Hash`. For an unknown hash, clients send the document.
 */
export function useTrustedDocuments(trusted: TrustedOperations): Plugin {
  return {
    onParams({ params, setParams }) {
      const hash = params.query ? undefined : hashOf(params.extensions);
      if (hash === undefined) return;
      const query = trusted.textOf(hash);
      if (query === undefined) throw unknownHash();
      setParams({ ...params, query });
    },
    onParse:
      ({ params: { source } }) =>
      ({ result }) => {
        if (isDocument(result)) trusted.recognize(typeof source === 'string' ? source : source.body, result);
      },
  };
}

/** The text is part of the protocol: clients recognize it and send the document. */
const unknownHash = () => new GraphQLError('PersistedQueryNotFound', { extensions: { code: 'BAD_USER_INPUT' } });

function hashOf(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { sha256Hash?: unknown } };
  const hash = persistedQuery?.sha256Hash;
  return typeof hash === 'string' ? hash : undefined;
}

const isDocument = (result: unknown): result is DocumentNode =>
  typeof result === 'object' && result !== null && (result as { kind?: unknown }).kind === 'Document';
