import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../context.ts';
import { innerDocumentOf } from '../../schema/constraints.ts';
import { operationOf, viewerOf } from '../../schema/operation.ts';
import { type EventResult, executeEvent, withinBudget } from './event-budget.ts';

/**
 * Executes a subscription once per event instead of once per subscriber, for fields marked
 * `sharedExecution`: subscribers with the same document and variables share the result, but not
 * guests, readers without diagnostics and visitors with a token. Documents with fields that depend
 * on the rights of the client are executed for each. Yoga's cache returns the same document for the
 * same text.
 */
export function useSharedResults(): Plugin {
  const results = new WeakMap<object, Map<DocumentNode, Map<string, Promise<EventResult>>>>();

  function resultOf(args: ExecutionArgs, variables: string, event: object): Promise<EventResult> {
    const ofEvent = results.get(event) ?? new Map<DocumentNode, Map<string, Promise<EventResult>>>();
    results.set(event, ofEvent);
    const ofDocument = ofEvent.get(args.document) ?? new Map<string, Promise<EventResult>>();
    ofEvent.set(args.document, ofDocument);
    const existing = ofDocument.get(variables);
    if (existing) return existing;
    const result = executeEvent(args, event);
    ofDocument.set(variables, result);
    return result;
  }

  return {
    onSubscribe({ args: { document, operationName, schema }, setSubscribeFn }) {
      const operation = getOperationAST(document, operationName);
      const [selection] = operation?.selectionSet.selections ?? [];
      const name = selection?.kind === Kind.FIELD ? selection.name.value : '';
      const field = schema.getSubscriptionType()?.getFields()[name];
      const isShared = field && operationOf(field)?.sharedExecution && !dependsOnViewer(schema, document);
      setSubscribeFn(async (args: ExecutionArgs) => {
        const events = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in events)) return events;
        const context = args.contextValue as Context;
        const kind = [context.reader.isGuest, context.reader.isWithoutDiagnostics, context.visitorTokens];
        const variables = `${args.operationName ?? ''} ${JSON.stringify([args.variableValues ?? {}, kind])}`;
        const run = (event: object) => (isShared ? resultOf(args, variables, event) : executeEvent(args, event));
        return withinBudget(args.contextValue as Context, events as AsyncIterable<object>, run);
      });
    },
  };
}

/**
 * Returns whether a document, or one that its fields execute, selects a field whose value depends
 * on the rights of the client.
 */
function dependsOnViewer(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let found = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const field = types.getFieldDef();
        const inner = field && innerDocumentOf(field);
        if (field && (viewerOf(field) || (inner && dependsOnViewer(schema, inner)))) found = true;
      },
    }),
  );
  return found;
}
