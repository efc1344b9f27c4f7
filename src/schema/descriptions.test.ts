import {
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Action, describeRoles, needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import { schema } from './index.ts';
import { operationOf } from './operation.ts';

interface Described {
  place: string;
  description?: string | null;
}

function describedIn(type: GraphQLNamedType): Described[] {
  const places: Described[] = [{ place: type.name, description: type.description }];
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      const place = `${type.name}.${field.name}`;
      places.push({ place, description: field.description });
      for (const argument of field.args) places.push({ ...argument, place: `${place}(${argument.name})` });
    }
  }
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) places.push({ ...field, place: `${type.name}.${field.name}` });
  }
  if (isEnumType(type)) {
    for (const value of type.getValues()) places.push({ ...value, place: `${type.name}.${value.name}` });
  }
  return places;
}

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('descriptions', () => {
  const places = types.flatMap(describedIn);

  test('exist for everything', () => {
    expect(places.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
  });

  test('end with a period', () => {
    const invalid = places.filter(({ description }) => !/[.…]$/.test(description ?? ''));
    expect(invalid.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });
});

const rootFields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ place: `${type?.name}.${field.name}`, field })),
);

test('every root field has a throttle class and a REST route', () => {
  expect(rootFields.filter(({ field }) => !operationOf(field)).map(({ place }) => place)).toEqual([]);
});

describe('the required role', () => {
  const least = (needs?: Action) => (needs && needsMoreThanMembership(needs) ? [`Needs ${describeRoles(needs)}`] : []);

  test('is in the description once, as the policies define it, and nowhere else', () => {
    const described = rootFields.map(({ field, place }) => [
      place,
      ...(field.description?.match(/Needs \w+( or guest)?/g) ?? []),
    ]);
    expect(described).toEqual(rootFields.map(({ field, place }) => [place, ...least(operationOf(field)?.needs)]));
  });

  test('follows the first sentence, with the additional right of some calls', () => {
    const { revokeInvitation } = schema.getMutationType()?.getFields() ?? {};
    expect(revokeInvitation?.description).toBe(
      'Revokes an invitation. Needs admin; owner when it is for an admin or owner. Its link stops working.',
    );
  });
});

describe('routes', () => {
  const routes = rootFields.flatMap(({ field, place }) => {
    const route = operationOf(field)?.rest;
    return route ? [{ ...route, place, parameters: field.args.map(({ name }) => name) }] : [];
  });

  test('have distinct methods and paths, whatever the names of their parameters', () => {
    const seen = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(seen.filter((route, index) => seen.indexOf(route) !== index)).toEqual([]);
  });

  test('have an argument for each path parameter', () => {
    const unknown = routes.flatMap(({ path, parameters, place }) =>
      [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
        parameters.includes(name) ? [] : [`${place}: ${name}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  test('use GET for queries, and status 201 for creates', () => {
    for (const { method, status, place } of routes) {
      expect([place, method === 'GET']).toEqual([place, place.startsWith('Query.')]);
      if (/\.(create|add|register)/.test(place))
        expect([place, status]).toEqual([place, /\.create(Snapshot|Deployment)$/.test(place) ? 202 : 201]);
    }
  });
});

test('types of a list are named after the listed type', () => {
  const connections = types.filter(isObjectType).flatMap((type) => {
    const { edges, nodes } = type.getFields();
    return edges && nodes ? [[type.name, String(getNamedType(edges.type)), String(getNamedType(nodes.type))]] : [];
  });
  expect(connections.map(([name]) => name)).toEqual(
    types.map(({ name }) => name).filter((name) => name.endsWith('Connection')),
  );
  expect(connections).toEqual(connections.map(([, , node]) => [`${node}Connection`, `${node}Edge`, node]));
});
