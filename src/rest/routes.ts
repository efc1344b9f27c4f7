import { type GraphQLArgument, type GraphQLField, type GraphQLSchema, isInputObjectType, isNonNullType } from 'graphql';
import { invariant } from '../errors.ts';
import { MIB } from '../lib/bytes.ts';
import { oncePer } from '../lib/once-per.ts';
import type { Action } from '../resolvers/platform/policies/roles.ts';
import { isGraphqlOnly, isSpreadInQuery, operationOf, type RestRoute } from '../schema/operation.ts';

/** REST endpoint that is derived from a field of the schema. */
export interface RestOperation {
  kind: 'query' | 'mutation';
  field: GraphQLField<unknown, unknown>;
  route: RestRoute;
  /** Right that the member needs; absent if no role is required. */
  needs?: Action;
  /** Whether the token of a visitor replaces the bearer token. */
  acceptsVisitors: boolean;
  /** Names of the arguments in the path. */
  pathParameters: string[];
  /** Other arguments, with their names in REST. */
  otherArguments: RestArgument[];
}

/** Argument of an operation, or a member of one that is a parameter of its own. */
export interface RestArgument {
  /** Name in REST. */
  name: string;
  argument: GraphQLArgument;
  /** Name of the argument that has it as a member. */
  memberOf?: string;
}

/** Names of paging arguments in REST, which has no backward paging. */
const LIST_NAMES: Record<string, string | undefined> = {
  first: 'limit',
  after: 'cursor',
  last: undefined,
  before: undefined,
};

/** Returns all root fields with a REST route. */
export const restOperations = oncePer((schema: GraphQLSchema): readonly RestOperation[] => [
  ...operationsOf('query', schema.getQueryType()?.getFields() ?? {}),
  ...operationsOf('mutation', schema.getMutationType()?.getFields() ?? {}),
]);

function operationsOf(
  kind: RestOperation['kind'],
  fields: Record<string, GraphQLField<unknown, unknown>>,
): RestOperation[] {
  return Object.values(fields).flatMap((field) => {
    const { rest: route, needs, acceptsVisitors = false } = operationOf(field) ?? {};
    if (!route) return [];
    const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    const otherArguments = field.args
      .filter((argument) => !pathParameters.includes(argument.name) && !isGraphqlOnly(argument))
      .flatMap((argument): RestArgument[] => {
        if (isSpreadInQuery(argument)) return membersOf(argument);
        const name =
          route.envelope === 'list' && argument.name in LIST_NAMES ? LIST_NAMES[argument.name] : argument.name;
        return name ? [{ name, argument }] : [];
      });
    return [{ kind, field, route, needs, acceptsVisitors, pathParameters, otherArguments }];
  });
}

function membersOf({ name: memberOf, type }: GraphQLArgument): RestArgument[] {
  invariant(isInputObjectType(type), 'only optional input objects are spread');
  return Object.values(type.getFields()).map((member) => ({ name: member.name, argument: member, memberOf }));
}

/** Returns whether unknown parameters of the query are rejected. */
export const rejectsUnknownParameters = ({ otherArguments }: RestOperation): boolean =>
  otherArguments.some(({ memberOf }) => memberOf !== undefined);

/** Returns the largest body of a route, bytes; 1 MiB by default. */
export const maxBytesOf = (route?: RestRoute): number => (route?.maxBodyMiB ?? 1) * MIB;

/** Returns whether the arguments are in the body instead of the query. */
export const sendsBody = ({ route: { method } }: RestOperation): boolean => method !== 'GET' && method !== 'DELETE';

export const isRequired = ({ type }: GraphQLArgument): boolean => isNonNullType(type);

/** Returns whether an argument may be in the body or in the query: an optional `organizationId`. */
export const isAlsoInQuery = (argument: GraphQLArgument): boolean =>
  argument.name === 'organizationId' && !isRequired(argument);
