import type { InputFieldMap, InputShapeFromFields, ObjectRef, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { Context } from '../context.ts';
import type { Page, PageRows, Position } from '../resolvers/platform/pagination/cursor-page.ts';
import { builder, type Types } from './builder.ts';
import { type connectionTypes, resolveConnection } from './connection.ts';
import { resourceId } from './id-arguments.ts';
import { type OperationDetails, operation, type RestRoute } from './operation.ts';

/**
 * Definition of a root field as data: type, documentation, arguments, REST route, right and
 * resolver. Rate limits, rights and routes are derived from it by their own modules.
 */
interface Definition<Args extends InputFieldMap> extends OperationDetails {
  description: string;
  args?: Args;
}

type MaybePromise<T> = T | Promise<T>;
type ResultOf<Type extends TypeParam<Types>> = ShapeFromTypeParam<Types, Type, false>;
type NoArgs = Record<never, never>;

interface FieldDefinition<Type extends TypeParam<Types>, Args extends InputFieldMap> extends Definition<Args> {
  type: Type;
  resolve: (ctx: Context, args: InputShapeFromFields<Args>) => MaybePromise<ResultOf<Type>>;
}

/**
 * Adds a root field that reads. It is nullable: the value of a rejected one is null, beside its
 * error and the rest of the response.
 */
export const addQuery = <Type extends TypeParam<Types>, Args extends InputFieldMap = NoArgs>(
  name: string,
  definition: FieldDefinition<Type, Args>,
): void => builder.queryField(name, (t) => t.field({ ...optionsOf(definition), nullable: true }));

/** Adds a root field that writes. */
export const addMutation = <Type extends TypeParam<Types>, Args extends InputFieldMap = NoArgs>(
  name: string,
  definition: FieldDefinition<Type, Args>,
): void => builder.mutationField(name, (t) => t.field(optionsOf(definition)));

function optionsOf<Type extends TypeParam<Types>, Args extends InputFieldMap>({
  type,
  description,
  args,
  resolve,
  ...details
}: FieldDefinition<Type, Args>) {
  return {
    type,
    description,
    args: args as Args,
    extensions: operation(details),
    resolve: (_root: unknown, args: InputShapeFromFields<Args>, ctx: Context) => resolve(ctx, args) as never,
  };
}

interface SubscriptionDefinition<Type extends TypeParam<Types>, Args extends InputFieldMap, Event>
  extends Definition<Args> {
  type: Type;
  subscribe: (ctx: Context, args: InputShapeFromFields<Args>) => MaybePromise<AsyncIterable<Event>>;
  /** Maps an event of the stream to the field's value. Default: the event. */
  resolve?: (event: Event) => ResultOf<Type>;
}

/** Adds a root field that streams. */
export function addSubscription<Type extends TypeParam<Types>, Args extends InputFieldMap, Event = ResultOf<Type>>(
  name: string,
  { type, description, args, subscribe, resolve, ...details }: SubscriptionDefinition<Type, Args, Event>,
): void {
  builder.subscriptionField(name, (t) =>
    t.field({
      type,
      description,
      args: args as Args,
      extensions: operation(details),
      subscribe: (_root, fieldArgs, ctx) => subscribe(ctx, fieldArgs) as never,
      resolve: (event) => (resolve ? resolve(event as Event) : event) as never,
    }),
  );
}

/** REST route of an operation with a fixed method. */
type RestPath = Omit<RestRoute, 'method'>;

export interface OneDefinition<Type extends TypeParam<Types>> extends Omit<OperationDetails, 'rest'> {
  type: Type;
  /** Name of the resource, for the description of `id`. */
  of: string;
  description: string;
  rest: RestPath;
  resolve: (ctx: Context, id: string) => MaybePromise<ResultOf<Type>>;
}

/** Creates the definition of an operation whose only argument is `id`. */
export const byId = <Type extends TypeParam<Types>>(
  method: RestRoute['method'],
  { of, rest, resolve, ...details }: OneDefinition<Type>,
) => ({
  ...details,
  args: builder.args((t) => ({ id: t.id(resourceId(of)) })),
  rest: { method, ...rest },
  resolve: (ctx: Context, { id }: { id: string }) => resolve(ctx, id),
});

/** Adds a query for one resource by its id: `GET`. */
export const readOne = <Type extends TypeParam<Types>>(name: string, definition: OneDefinition<Type>): void =>
  addQuery(name, byId('GET', definition));

/** Adds a mutation on one resource whose only argument is `id`: `POST`. */
export const actOnOne = <Type extends TypeParam<Types>>(name: string, definition: OneDefinition<Type>): void =>
  addMutation(name, byId('POST', definition));

export type ConnectionNames = ReturnType<typeof connectionTypes>;
/** Types of a list, or their names and descriptions. */
export type ListTypes = ConnectionNames | readonly [ObjectRef<Types, object>, ObjectRef<Types, object>];

interface ListDefinition<T extends Position, Args extends InputFieldMap> extends Omit<Definition<Args>, 'rest'> {
  type: ObjectRef<Types, T>;
  rest: RestPath;
  connection: ListTypes;
  list: (ctx: Context, args: InputShapeFromFields<Args>, page: Page) => Promise<PageRows<T>>;
}

/** Adds a query for a Relay connection: over REST `GET`, an array with a cursor in a header. */
export function listOf<T extends Position, Args extends InputFieldMap>(
  name: string,
  { type, description, args, rest, connection, list, ...details }: ListDefinition<T, Args>,
): void {
  builder.queryField(name, (t) =>
    t.connection(
      {
        type,
        nullable: true,
        description,
        args: args as Args,
        extensions: operation({ ...details, rest: { method: 'GET', envelope: 'list', ...rest } }),
        resolve: (_root, fieldArgs, ctx) =>
          resolveConnection(fieldArgs, (page) => list(ctx, fieldArgs as never, page)) as never,
      },
      ...(connection as ConnectionNames),
    ),
  );
}
