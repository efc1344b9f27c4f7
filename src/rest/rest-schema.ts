import { filterSchema } from '@graphql-tools/utils';
import { type GraphQLSchema, Kind, parse, printType } from 'graphql';
import { isGraphqlOnly, operationOf } from '../schema/operation.ts';

/** Returns the schema for Sofa: root fields with a generic route, and fields of responses. */
export function restSchema(schema: GraphQLSchema): GraphQLSchema {
  const omitted = new Set(['edges', 'startCursor', 'hasPreviousPage']);
  const mounted = filterSchema({
    schema,
    rootFieldFilter: (kind, _name, field) => {
      const rest = operationOf(field)?.rest;
      return kind !== 'Subscription' && rest !== undefined && !rest.fastPath;
    },
    objectFieldFilter: (_type, name, field) => !isGraphqlOnly(field) && !omitted.has(name),
  });
  for (const root of [mounted.getQueryType(), mounted.getMutationType()]) {
    if (!root) continue;
    // Sofa reads descriptions from this node. Without it, it prints and parses the type for every
    // argument.
    const [node] = parse(printType(root)).definitions;
    if (node?.kind === Kind.OBJECT_TYPE_DEFINITION) root.astNode = node;
  }
  return mounted;
}
