import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { Context } from '../context.ts';
import type { Role } from '../generated/prisma/client.ts';
import type { Page, PageRows, Position } from '../resolvers/platform/pagination/cursor-page.ts';
import { type RelatedScope, requireRelated } from '../resolvers/platform/policies/related-access.ts';
import type { Action } from '../resolvers/platform/policies/roles.ts';
import { builder, type Types } from './builder.ts';
import { connectionTypes, resolveConnection } from './connection.ts';
import type { ConnectionNames, ListTypes } from './define-operation.ts';
import { ofViewer } from './operation.ts';

/**
 * Creates the types of a list that several fields return.
 *
 * @param node name of the listed type
 * @param many items of a page: `annotations`
 * @param one item of an edge: `An annotation`
 */
export function connectionOf<T>(type: ObjectRef<Types, T>, node: string, many: string, one: string) {
  const [connection, edge] = connectionTypes(node, many, one);
  const Edge = builder.edgeObject({ type, ...edge });
  return [builder.connectionObject({ type, ...connection }, Edge), Edge] as const;
}

interface RelatedField<Parent> {
  description: string;
  /** Right in the organization or the project; a field without it is null with an error. */
  needs: Action;
  scope: (parent: Parent, ctx: Context) => RelatedScope | Promise<RelatedScope>;
}

const parentOf = ({ projectId }: RelatedScope) => (projectId === undefined ? 'Organization' : 'Project');

interface RelatedListDefinition<Parent, T extends Position, Args extends InputFieldMap> extends RelatedField<Parent> {
  type: ObjectRef<Types, T>;
  connection: ListTypes;
  args?: Args;
  /** @param role role of the client in the organization */
  list: (
    ctx: Context,
    parent: Parent,
    call: { args: InputShapeFromFields<Args>; page: Page; role: Role },
  ) => Promise<PageRows<T>>;
}

/** Adds a list to a type, for clients whose role permits it. */
export function relatedListOf<Parent, T extends Position, Args extends InputFieldMap = Record<never, never>>(
  parent: ObjectRef<Types, Parent>,
  name: string,
  { type, description, connection, args, needs, scope, list }: RelatedListDefinition<Parent, T, Args>,
): void {
  builder.objectField(parent, name, (t) =>
    t.connection(
      {
        type,
        nullable: true,
        description,
        args: args as Args,
        extensions: ofViewer(needs),
        resolve: async (row, fieldArgs, ctx) => {
          const checked = await scope(row as Parent, ctx);
          const role = await requireRelated(ctx, checked, needs, parentOf(checked));
          return resolveConnection(fieldArgs, (page) =>
            list(ctx, row as Parent, { args: fieldArgs as never, page, role }),
          ) as never;
        },
      },
      ...(connection as ConnectionNames),
    ),
  );
}

/** Adds a time to a type, for clients whose role permits it. */
export function relatedTime<Parent>(
  parent: ObjectRef<Types, Parent>,
  name: string,
  {
    description,
    needs,
    scope,
    read,
  }: RelatedField<Parent> & { read: (ctx: Context, parent: Parent, role: Role) => Promise<Date | null> },
): void {
  builder.objectField(parent, name, (t) =>
    t.field({
      type: 'DateTime',
      nullable: true,
      description,
      extensions: ofViewer(needs),
      resolve: async (row, _args, ctx) => {
        const checked = await scope(row as Parent, ctx);
        const role = await requireRelated(ctx, checked, needs, parentOf(checked));
        return read(ctx, row as Parent, role);
      },
    }),
  );
}
