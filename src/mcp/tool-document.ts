import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type ObjectValueNode,
  parseType,
  TypeInfo,
  type VariableDefinitionNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { invariant } from '../errors.ts';

type Values = Record<string, unknown>;

/** The document of a tool in the form that is executed: no variable is within an object. */
export interface ToolDocument {
  document: DocumentNode;
  /** Returns the variables of `document` for the arguments of a call. */
  variablesFor(given: Readonly<Values>): Values;
}

/**
 * Replaces objects with variables by one variable each. The compiler of documents treats variables
 * within objects otherwise than the specification: those that are absent become null.
 */
export function toolDocument(schema: GraphQLSchema, parsed: DocumentNode): ToolDocument {
  const objects = new Map<string, ObjectValueNode>();
  const definitions: VariableDefinitionNode[] = [];
  const types = new TypeInfo(schema);
  const replaced = visit(
    parsed,
    visitWithTypeInfo(types, {
      Argument(node): ArgumentNode | undefined {
        if (node.value.kind !== Kind.OBJECT || namesIn(node.value).length === 0) return undefined;
        const variable = { kind: Kind.VARIABLE, name: node.name } as const;
        invariant(!objects.has(node.name.value), 'the arguments with objects of a document have different names');
        objects.set(node.name.value, node.value);
        const type = parseType(String(types.getInputType()));
        definitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type });
        return { ...node, value: variable };
      },
    }),
  );
  const within = new Set([...objects.values()].flatMap(namesIn));
  const defaults = new Map<string, unknown>();
  const document = visit(replaced, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []).filter(({ variable: { name }, defaultValue }) => {
          const isWithin = within.has(name.value);
          if (isWithin && defaultValue) defaults.set(name.value, valueFromASTUntyped(defaultValue));
          return !isWithin;
        }),
        ...definitions,
      ],
    }),
  });
  return {
    document,
    variablesFor(given) {
      if (objects.size === 0) return given;
      const others = Object.entries(given).filter(([name]) => !within.has(name));
      const values = { ...Object.fromEntries(defaults), ...given };
      const built = [...objects].map(([name, object]) => [name, objectOf(object, values)]);
      return Object.fromEntries([...others, ...built]);
    },
  };
}

const namesIn = ({ fields }: ObjectValueNode): string[] =>
  fields.flatMap(({ value }) => (value.kind === Kind.VARIABLE ? [value.name.value] : []));

/** Returns an object without the members whose variables are absent. */
const objectOf = ({ fields }: ObjectValueNode, values: Readonly<Values>): Values =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => {
      const member = value.kind === Kind.VARIABLE ? values[value.name.value] : valueFromASTUntyped(value);
      return member === undefined ? [] : [[name.value, member]];
    }),
  );
