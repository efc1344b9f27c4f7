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
import { type Action, leastRole, needsMoreThanMembership } from '../resolvers/platform/policies/roles.ts';
import { schema } from './index.ts';
import { operationOf } from './operation.ts';

interface Place {
  place: string;
  description?: string | null;
}

function placesIn(type: GraphQLNamedType): Place[] {
  const places: Place[] = [{ place: type.name, description: type.description }];
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
  const places = types.flatMap(placesIn);

  test('everything has one', () => {
    expect(places.filter(({ description }) => !description?.trim()).map(({ place }) => place)).toEqual([]);
  });

  test('each ends as a sentence does', () => {
    const unlike = places.filter(({ description }) => !/[.…]$/.test(description ?? ''));
    expect(unlike.map(({ place, description }) => `${place}: ${description}`)).toEqual([]);
  });
});

const rootFields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ place: `${type?.name}.${field.name}`, field })),
);

test('every root field says how it is counted and how it stands on REST', () => {
  expect(rootFields.filter(({ field }) => !operationOf(field)).map(({ place }) => place)).toEqual([]);
});

describe('the role that is needed', () => {
  const least = (needs?: Action) => (needs && needsMoreThanMembership(needs) ? [`Needs ${leastRole(needs)}`] : []);

  test('stands in descriptions as the policies have it, once, and nowhere else', () => {
    const said = rootFields.map(({ field, place }) => [place, ...(field.description?.match(/Needs \w+/g) ?? [])]);
    expect(said).toEqual(rootFields.map(({ field, place }) => [place, ...least(operationOf(field)?.needs)]));
  });

  test('follows the first sentence, with the right that some calls need beside it', () => {
    const { revokeInvitation } = schema.getMutationType()?.getFields() ?? {};
    expect(revokeInvitation?.description).toBe(
      'Takes an invitation back: its link ends at once. Needs admin; owner where it is for an admin or owner.',
    );
  });
});

describe('routes', () => {
  const routes = rootFields.flatMap(({ field, place }) => {
    const route = operationOf(field)?.rest;
    return route ? [{ ...route, place, parameters: field.args.map(({ name }) => name) }] : [];
  });

  test('no two share method and path, whatever their parameters are called', () => {
    const seen = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(seen.filter((route, index) => seen.indexOf(route) !== index)).toEqual([]);
  });

  test('each path parameter is an argument', () => {
    const unknown = routes.flatMap(({ path, parameters, place }) =>
      [...path.matchAll(/:(\w+)/g)].flatMap(([, name = '']) =>
        parameters.includes(name) ? [] : [`${place}: ${name}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  test('reads are queries, and what makes something answers 201', () => {
    for (const { method, status, place } of routes) {
      expect([place, method === 'GET']).toEqual([place, place.startsWith('Query.')]);
      if (/\.(create|add|register)/.test(place))
        expect([place, status]).toEqual([place, place === 'Mutation.createSnapshot' ? 202 : 201]);
    }
  });
});

test('the types of a list are called by what it lists, wherever it stands', () => {
  const connections = types.filter(isObjectType).flatMap((type) => {
    const { edges, nodes } = type.getFields();
    return edges && nodes ? [[type.name, String(getNamedType(edges.type)), String(getNamedType(nodes.type))]] : [];
  });
  expect(connections).toHaveLength(13);
  expect(connections).toEqual(connections.map(([, , node]) => [`${node}Connection`, `${node}Edge`, node]));
});
