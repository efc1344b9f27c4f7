import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { MIB } from '../lib/bytes.ts';
import { NO_MOMENT } from '../resolvers/platform/input/moment.ts';
import type { Action } from '../resolvers/platform/policies/roles.ts';
import { operationOf, type RestRoute } from '../schema/operation.ts';

/** A documented REST endpoint, read off the schema. */
export interface RestOperation {
  kind: 'query' | 'mutation';
  field: GraphQLField<unknown, unknown>;
  route: RestRoute;
  /** The right that the calling member needs; absent where no role decides. */
  needs?: Action;
  /** Names of the arguments that stand in the path. */
  pathParameters: string[];
  /** The other arguments, under the names that REST gives them. */
  otherArguments: { name: string; argument: GraphQLArgument }[];
}

/** Lists page by `limit` and `cursor` over REST; backward paging is GraphQL's alone. */
const LIST_NAMES: Record<string, string | undefined> = {
  first: 'limit',
  after: 'cursor',
  last: undefined,
  before: undefined,
};

/** Every root field with a REST route; a field without one is not reachable over REST. */
export function restOperations(schema: GraphQLSchema): RestOperation[] {
  return [
    ...operationsOf('query', schema.getQueryType()?.getFields() ?? {}),
    ...operationsOf('mutation', schema.getMutationType()?.getFields() ?? {}),
  ];
}

function operationsOf(
  kind: RestOperation['kind'],
  fields: Record<string, GraphQLField<unknown, unknown>>,
): RestOperation[] {
  return Object.values(fields).flatMap((field) => {
    const { rest: route, needs } = operationOf(field) ?? {};
    if (!route) return [];
    const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    const otherArguments = field.args
      .filter(({ name }) => !pathParameters.includes(name))
      .flatMap((argument) => {
        const name =
          route.envelope === 'list' && argument.name in LIST_NAMES ? LIST_NAMES[argument.name] : argument.name;
        return name ? [{ name, argument }] : [];
      });
    return [{ kind, field, route, needs, pathParameters, otherArguments }];
  });
}

/** How many bytes a body may have: 1 MiB, if the route says nothing else. */
export const maxBytesOf = (route?: RestRoute): number => (route?.maxBodyMiB ?? 1) * MIB;

/** Whether its arguments stand in a body; else in the query. */
export const sendsBody = ({ route: { method } }: RestOperation): boolean => method !== 'GET' && method !== 'DELETE';

/** What a value must be, in words. */
export function expectation(type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return 'must be a list';
  if (isEnumType(nullable))
    return `must be one of ${nullable
      .getValues()
      .map((value) => value.name)
      .join(', ')}`;
  if (isInputObjectType(nullable)) {
    const members = Object.values(nullable.getFields()).map(({ name, type: of }) => `${name} (${wordOf(of)})`);
    return `must be an object with ${members.join(', ')}`;
  }
  return `must be ${wordOf(type)}`;
}

function wordOf(type: GraphQLInputType): string {
  return (
    {
      Int: 'a whole number',
      Float: 'a number',
      Boolean: 'true or false',
      JSONObject: 'a JSON object',
      PageSnapshot: 'a JSON object',
      IgnoredPart: 'a CSS selector or a box',
      DateTime: NO_MOMENT.replace('must be ', ''),
    }[String(getNullableType(type))] ?? 'a string'
  );
}

export const isRequired = ({ type }: GraphQLArgument): boolean => isNonNullType(type);

/** Which organization a call acts on that need not name one: in the body, or in the query. */
export const isInQueryToo = (argument: GraphQLArgument): boolean =>
  argument.name === 'organizationId' && !isRequired(argument);
