import { mapAsyncIterator } from '@graphql-tools/utils';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  Kind,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { operationOf } from '../../schema/operation.ts';

type Result = ExecutionResult | Promise<ExecutionResult>;

/**
 * Executes a subscription's selection once per event instead of once per subscriber, for fields marked `sameForAll`:
 * subscribers that sent the same document and variables share the result. Yoga's parser gives the same document for the
 * same text.
 */
export function useSharedResults(): Plugin {
  const results = new WeakMap<object, Map<DocumentNode, Map<string, Result>>>();

  function resultOf(args: ExecutionArgs, variables: string, event: object): Result {
    const ofEvent = results.get(event) ?? new Map<DocumentNode, Map<string, Result>>();
    results.set(event, ofEvent);
    const ofDocument = ofEvent.get(args.document) ?? new Map<string, Result>();
    ofEvent.set(args.document, ofDocument);
    const known = ofDocument.get(variables);
    if (known) return known;
    const result = execute({ ...args, rootValue: event }) as Result;
    ofDocument.set(variables, result);
    return result;
  }

  return {
    onSubscribe({ args: { document, operationName, schema }, setSubscribeFn }) {
      const operation = getOperationAST(document, operationName);
      const [selection] = operation?.selectionSet.selections ?? [];
      const name = selection?.kind === Kind.FIELD ? selection.name.value : '';
      const field = schema.getSubscriptionType()?.getFields()[name];
      if (!field || !operationOf(field)?.sameForAll) return;
      setSubscribeFn(async (args: ExecutionArgs) => {
        const events = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in events)) return events;
        const variables = `${args.operationName ?? ''} ${JSON.stringify(args.variableValues ?? {})}`;
        return mapAsyncIterator(events as AsyncIterable<object>, (event) => resultOf(args, variables, event));
      });
    },
  };
}
