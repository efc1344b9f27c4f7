import type { DocumentNode, ExecutionArgs } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { isCompilable } from './compilable.ts';

/** Executions after which a document is worth compiling: one-off documents never are. */
const WORTH_COMPILING = 3;

interface Known {
  executions: number;
  /** Compiled operations by name; null for one that cannot be compiled. */
  compiled: Map<string, CompiledQuery | null>;
}

/**
 * Runs documents that come again as compiled functions: a list of 100 costs a third of the interpreter's time (`npm run
 * bench`). Yoga's parser gives the same document for the same text, so what is known goes when its text leaves that cache.
 */
export function useCompiledQueries(): Plugin {
  const documents = new WeakMap<DocumentNode, Known>();
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      let known = documents.get(args.document);
      if (!known) {
        known = { executions: 0, compiled: new Map() };
        documents.set(args.document, known);
      }
      known.executions += 1;
      if (known.executions < WORTH_COMPILING) return;
      const name = args.operationName ?? '';
      let query = known.compiled.get(name);
      if (query === undefined) {
        query = compile(args);
        known.compiled.set(name, query);
      }
      if (query)
        setExecuteFn((given) => {
          const result = query.query(given.rootValue, given.contextValue, given.variableValues);
          // Variables that do not fit: nothing ran, and the interpreter says which in the same words every time.
          return 'errors' in result && !('data' in result) ? executeFn(given) : result;
        });
    },
  };
}

/** Null for what is left to the interpreter. */
function compile({ schema, document, operationName }: ExecutionArgs): CompiledQuery | null {
  if (!isCompilable(schema, document)) return null;
  const result = compileQuery(schema, document, operationName ?? undefined);
  return isCompiledQuery(result) ? result : null;
}
