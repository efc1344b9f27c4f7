import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError, type Source } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { isCompilable } from './compilable.ts';

/** Executions after which a document is compiled; compiling one-off documents does not pay. */
const COMPILE_AFTER = 3;

interface DocumentState {
  executions: number;
  /** Compiled operations by name; null if not compilable. */
  compiled: Map<string, CompiledQuery | null>;
}

/**
 * Executes repeated documents as compiled functions: a list of 100 takes a third of the
 * interpreter's time (`npm run bench`). Yoga's cache returns the same document for the same text;
 * the compiled form is released with it.
 */
export function useCompiledQueries(): Plugin {
  const documents = new WeakMap<DocumentNode, DocumentState>();
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
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
        query = compile(args);
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
          return {
            errors: result.errors.map((error) => withPositions(error, document.loc?.source)),
            data: result.data,
          };
        });
    },
  };
}

/** Returns null for operations that the interpreter must execute. */
function compile({ schema, document, operationName }: ExecutionArgs): CompiledQuery | null {
  if (!isCompilable(schema, document)) return null;
  const result = compileQuery(schema, document, operationName ?? undefined);
  return isCompiledQuery(result) ? result : null;
}

/** Copies an error of graphql-jit, which has locations only, to one that masking can copy. */
function withPositions(error: GraphQLError, source: Source | undefined): GraphQLError {
  const { message, path, originalError, extensions, locations } = error;
  const positions = source && locations?.map((location) => positionOf(source.body, location));
  return new GraphQLError(message, { source, positions, path, originalError, extensions });
}

/** Offset of a location in a text, as `getLocation` of graphql-js counts lines. */
function positionOf(text: string, { line, column }: { line: number; column: number }): number {
  const lineBreak = [...text.matchAll(/\r\n|[\n\r]/g)][line - 2];
  return (lineBreak ? lineBreak.index + lineBreak[0].length : 0) + column - 1;
}
