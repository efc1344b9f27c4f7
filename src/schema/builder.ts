import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { Context } from '../context.ts';
import type PrismaTypes from '../generated/pothos.ts';
import { getDatamodel } from '../generated/pothos.ts';
import { FIRST_SIZES, LAST_SIZES } from './connection.ts';
import { bounded } from './constraints.ts';
import RightsPlugin from './rights.ts';
import ThrottlePlugin from './throttle.ts';

/** Of this the whole API is made. Types, and the operations beside the type they return, stand in the files next to it. */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    ImportItem: { Input: unknown; Output: never };
    IgnoredPart: { Input: string | object; Output: unknown };
    JSONObject: { Input: object; Output: unknown };
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
    cursorFieldOptions: { description: 'Where this item stands: pass it as `after` or `before`.' },
    nodeFieldOptions: { description: 'The item.' },
    pageInfoFieldOptions: { description: 'Whether there is more, and how to get it.' },
    hasNextPageFieldOptions: { description: 'Whether more follows.' },
    hasPreviousPageFieldOptions: { description: 'Whether something comes before.' },
    startCursorFieldOptions: { description: 'Cursor of the first item of this page.' },
    endCursorFieldOptions: { description: 'Cursor of the last item of this page: pass it as `after`.' },
    pageInfoTypeOptions: { description: 'Where a page of a list stands in the whole list.' },
    firstArgOptions: bounded('How many items to read from the start at most', FIRST_SIZES),
    lastArgOptions: bounded('How many items to read from the end at most', LAST_SIZES),
    afterArgOptions: { description: 'Read what follows this cursor.' },
    beforeArgOptions: { description: 'Read what comes before this cursor.' },
  },
});

builder.queryType({ description: 'Reads.' });
builder.mutationType({ description: 'Writes.' });
builder.subscriptionType({
  description: 'Live updates, over WebSocket (graphql-transport-ws) and server-sent events.',
});

/** What the builder knows of its types: for functions that make fields. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
