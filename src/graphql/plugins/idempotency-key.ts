import {
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { acceptsIdempotencyKey } from '../../schema/accepts-idempotency-key.ts';
import { memoizeFragments } from './document-limits.ts';

/**
 * Rejects a document with several creates and an Idempotency-Key before any of them runs. The key
 * applies to one create: the second would fail after the first is stored.
 */
export function useIdempotencyKey(): Plugin<Context> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if ((args.contextValue as Context).idempotencyKey === undefined) return;
      const creates = createsOf(args);
      if (creates.length > 1) setResultAndStopExecution({ errors: [multipleCreates(creates)] });
    },
  };
}

/** Names of a mutation's root fields, including those of fragments, that accept a key. */
function createsOf({ document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>): string[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const visitFragment = memoizeFragments(document, undefined, ({ selectionSet }) => visit(selectionSet));
  const found = new Map<string, string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        if (acceptsIdempotencyKey(node.name.value)) found.set((node.alias ?? node.name).value, node.name.value);
      } else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet);
      else visitFragment(node.name.value);
    }
  };
  visit(operation.selectionSet);
  return [...found.values()];
}

const multipleCreates = (creates: string[]) =>
  new GraphQLError(
    `Idempotency-Key: applies to one create, but this mutation has ${creates.length} (${creates.join(', ')}); send each separately with its own key`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
