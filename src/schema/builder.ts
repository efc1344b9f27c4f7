import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { Context } from '../context.ts';
import type PrismaTypes from '../generated/pothos.ts';
import { getDatamodel } from '../generated/pothos.ts';
import { FIRST_BOUNDS, LAST_BOUNDS } from './connection.ts';
import { bounded } from './constraints.ts';
import RightsPlugin from './rights.ts';
import ThrottlePlugin from './throttle.ts';

/** The Pothos schema builder. Each area has a folder with its types and operations. */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    ImportItem: { Input: unknown; Output: never };
    IgnoredPart: { Input: string | object; Output: unknown };
    JSONObject: { Input: object; Output: unknown };
    ElementManifest: { Input: object; Output: never };
    PageSnapshot: { Input: object; Output: never };
  };
}>({
  plugins: [ThrottlePlugin, RightsPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: { client: (ctx) => ctx.services.db, dmmf: getDatamodel() },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The items of this page, without their cursors.' },
    edgesFieldOptions: { description: 'The items of this page, each with its cursor.' },
    cursorFieldOptions: { description: 'Cursor of this item, for `after` or `before`.' },
    nodeFieldOptions: { description: 'The item.' },
    pageInfoFieldOptions: { description: 'Position of this page in the list, and the cursors of its ends.' },
    hasNextPageFieldOptions: { description: 'Whether items follow this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether items precede this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first item of this page.' },
    endCursorFieldOptions: { description: 'Cursor of the last item of this page, for `after`.' },
    pageInfoTypeOptions: { description: 'Position of a page in a list.' },
    firstArgOptions: bounded('Maximum number of items from the start of the list', FIRST_BOUNDS),
    lastArgOptions: bounded('Maximum number of items from the end of the list', LAST_BOUNDS),
    afterArgOptions: { description: 'Return only items after this cursor.' },
    beforeArgOptions: { description: 'Return only items before this cursor.' },
  },
});

builder.queryType({ description: 'Read operations.' });
builder.mutationType({ description: 'Write operations.' });
builder.subscriptionType({
  description: 'Live updates, over WebSocket (graphql-transport-ws) and server-sent events.',
});

/** Type parameter of the builder, for functions that create fields. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
