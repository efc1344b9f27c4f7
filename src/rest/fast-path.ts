import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import type { BudgetedCall } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import type { JsonReply } from '../http/transports.ts';
import { assertProjectKey, checkBeforeResolver } from './check-before-resolver.ts';
import { readCollectBody } from './collect-body.ts';
import { readArguments } from './read-arguments.ts';
import { maxBytesOf, type RestOperation, restOperations } from './routes.ts';

const NO_QUERY = new URLSearchParams();

/**
 * Endpoints of the operations that the schema marks as `fastPath`. They call the field's own
 * resolver, with its rate limit, without Sofa or GraphQL execution (docs/decisions/0012).
 */
export const fastPathEndpoints = (schema: GraphQLSchema): Endpoint<JsonReply, BudgetedCall>[] =>
  restOperations(schema)
    .filter(({ route }) => route.fastPath)
    .map((operation) => ({
      methods: [operation.route.method],
      path: operation.route.path,
      handle: (call) => resolve(operation, call),
    }));

async function resolve(operation: RestOperation, { context, incoming, body }: BudgetedCall): Promise<JsonReply> {
  const { field, route } = operation;
  const args = await checkBeforeResolver(context, operation, {}, async () => {
    const members = await readCollectBody(incoming, maxBytesOf(route), body);
    assertProjectKey(operation, context, members);
    return readArguments(operation, { path: {}, query: NO_QUERY, body: members });
  });
  const result = await field.resolve?.(undefined, args, context, { fieldName: field.name } as GraphQLResolveInfo);
  return { status: route.status ?? 200, headers: new Map(), body: result };
}
