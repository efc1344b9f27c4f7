import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type Source,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import type { TrustedOperations } from './trusted-operations.ts';

/** Executions after which a document is compiled: compiling a rarely used one does not pay. */
const COMPILE_AFTER = 3;

/** Function of graphql-jit, whose calls a test counts. */
export type Generate = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
) => CompiledQuery | ExecutionResult;

interface DocumentState {
  executions: number;
  /** Compiled operations by name; null for one that graphql-jit refuses. */
  compiled: Map<string, CompiledQuery | null>;
}

/**
 * Executes trusted documents as compiled functions: a list of 100 takes a third of the
 * interpreter's time (`npm run bench`). Documents of third parties never reach the compiler; tests
 * prove that it executes each trusted one as specified. Yoga's cache returns the same document for
 * the same text; the compiled form is released with it.
 */
export function useCompiledQueries(
  { isTrusted }: Pick<TrustedOperations, 'isTrusted'>,
  generate: Generate = compileQuery,
): Plugin {
  const documents = new WeakMap<DocumentNode, DocumentState>();
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      if (!isTrusted(args.document)) return;
      let state = documents.get(args.document);
      if (!state) {
        state = { executions: 0, compiled: new Map() };
        documents.set(args.document, state);
      }
      state.executions += 1;
      if (state.executions < COMPILE_AFTER) return;
      const name = args.operationName ?? '';
      let query = state.compiled.get(name);
      if (query === undefined) {
        query = compile(args, generate);
        state.compiled.set(name, query);
      }
      if (query)
        setExecuteFn(async (executionArgs) => {
          const { document, rootValue, contextValue, variableValues } = executionArgs;
          const result: ExecutionResult = await query.query(rootValue, contextValue, variableValues);
          if (!result.errors) return result;
          // Invalid variables: nothing ran, and the interpreter reports them consistently.
          if (!('data' in result)) return executeFn(executionArgs);
          // The order of members is that of the interpreter.
          const source = document.loc?.source;
          const lines = source && lineOffsets(source.body);
          return {
            errors: result.errors.map((error) => withPositions(error, source, lines)),
            data: result.data,
          };
        });
    },
  };
}

function compile({ schema, document, operationName }: ExecutionArgs, generate: Generate): CompiledQuery | null {
  const result = generate(schema, document, operationName ?? undefined);
  return isCompiledQuery(result) ? result : null;
}

/** Copies an error of graphql-jit, which has locations only, to one that masking can copy. */
function withPositions(error: GraphQLError, source?: Source, lines: number[] = []): GraphQLError {
  const { message, path, originalError, extensions, locations } = error;
  const positions = source && locations?.map(({ line, column }) => (lines[line - 1] ?? 0) + column - 1);
  return new GraphQLError(message, { source, positions, path, originalError, extensions });
}

/** Offsets at which the lines of a text start. Lines end as in `getLocation` of graphql-js. */
const lineOffsets = (text: string): number[] => [
  0,
  ...Array.from(text.matchAll(/\r\n|[\n\r]/g), ({ 0: lineBreak, index }) => index + lineBreak.length),
];
