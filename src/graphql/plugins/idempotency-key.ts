import {
  type ExecutionArgs,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { takesKey } from '../../schema/takes-key.ts';

/**
 * Refuses a document with several creates under one Idempotency-Key, before any of them runs: the key belongs to one, and
 * its second use would be refused when the first is stored already.
 */
export function useKeyedCreates(): Plugin<Context> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if ((args.contextValue as Context).idempotencyKey === undefined) return;
      const creates = createsOf(args);
      if (creates.length > 1) setResultAndStopExecution({ errors: [oneCreateOnly(creates)] });
    },
  };
}

/** Names of the fields at a mutation's root that a key is for, those of fragments too. */
function createsOf({ document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>): string[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const found = new Map<string, string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        if (takesKey(node.name.value)) found.set((node.alias ?? node.name).value, node.name.value);
      } else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet);
      else {
        const fragment = fragments.get(node.name.value);
        // Each is read once: they may spread one another in powers of two.
        fragments.delete(node.name.value);
        if (fragment) visit(fragment.selectionSet);
      }
    }
  };
  visit(operation.selectionSet);
  return [...found.values()];
}

const oneCreateOnly = (creates: string[]) =>
  new GraphQLError(
    `Idempotency-Key: is for one create, and this mutation has ${creates.length} (${creates.join(', ')}); send each by itself with a key of its own`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
