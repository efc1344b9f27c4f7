import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { invariant } from '../errors.ts';
import { type Json, SCALARS } from '../schema/json-schema.ts';
import { operationIn } from './tool.ts';

/**
 * Returns the JSON Schema of a tool's answer: of what its document selects. Members that are null
 * are omitted.
 *
 * @param handle argument that continues a call; absent for tools that do not wait
 */
export function outputSchemaOf(schema: GraphQLSchema, document: DocumentNode, handle: string | undefined): Json {
  const operation = operationIn(document);
  const root = schema.getRootType(operation.operation);
  invariant(root, 'the schema has the root type of a valid document');
  const { properties, required, ...object } = selectionSchema(root, operation.selectionSet) as {
    properties: Json;
    required: string[];
  };
  if (handle === undefined) return { ...object, properties: { ...properties, ...NOTES }, required };
  const waiting = { state: { type: 'string', enum: ['running', 'done'] }, [handle]: { type: 'string' } };
  return { ...object, properties: { ...properties, ...waiting, ...NOTES }, required: ['state'] };
}

const TEXTS = { type: 'array', items: { type: 'string' } };

/** Members that the server adds to an answer. */
const NOTES = {
  /** Members without the right to read them, or that failed. */
  omitted: TEXTS,
  /** Members that were shortened to the size of an answer. */
  shortened: TEXTS,
};

function selectionSchema(parent: GraphQLObjectType, { selections }: SelectionSetNode): Json {
  const fields = parent.getFields();
  const members = selections.map((selection) => {
    invariant(selection.kind === Kind.FIELD, 'the document of a tool has no fragments');
    const field = fields[selection.name.value];
    invariant(field, 'a valid document selects fields of the type');
    return { name: nameOf(selection), selection, type: field.type };
  });
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, selection, type }) => [name, typeSchema(type, selection)])),
    required: members.filter(isAlwaysThere).map(({ name }) => name),
  };
}

const nameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** A picture that is not stored yet has no URL to show. */
const isAlwaysThere = ({ name, selection, type }: { name: string; selection: FieldNode; type: GraphQLOutputType }) =>
  isNonNullType(type) && !selection.directives?.length && !name.startsWith('picture');

function typeSchema(type: GraphQLOutputType, selection: FieldNode): Json {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return { type: 'array', items: typeSchema(nullable.ofType, selection) };
  if (isEnumType(nullable)) return { type: 'string', enum: nullable.getValues().map(({ name }) => name) };
  if (!isObjectType(nullable)) return withoutFormat(SCALARS[String(nullable)] ?? {});
  invariant(selection.selectionSet, 'a valid document selects members of objects');
  return selectionSchema(nullable, selection.selectionSet);
}

/** Validators differ in what they take as a format; the values are ours. */
const withoutFormat = ({ format: _, ...schema }: Json): Json => schema;
