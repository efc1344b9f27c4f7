import {
  type ExecutionArgs,
  type FieldNode,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../schema/connection.ts';
import { innerDocumentOf, maxItemsOf } from '../../schema/constraints.ts';
import { memoizeFragments } from './memoize-fragments.ts';

/** Arguments that define the number of items of a page. */
const SIZE_ARGUMENTS = ['first', 'last', 'limit'];
/** Argument with an id for each item of a list. */
const IDS_ARGUMENT = 'ids';
/** Assumed items of a list without pages whose field has no maximum. */
const UNPAGED_ITEMS = 10;

type Counted = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>;
type Type = GraphQLNamedType | undefined | null;

/**
 * Returns the maximum number of values in the response. Each field is one value; fields below a
 * list count once per item requested with `first`, `last` or `limit`. A field that executes a
 * document counts as its values. `__schema` and `__type` cost nothing: a rule of graphql-js limits
 * their depth, and one of document-limits.ts their number.
 */
export function costOf({ schema, document, operationName, variableValues }: Counted): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const fragmentCost = memoizeFragments(document, 0, ({ selectionSet, typeCondition }) =>
    selectionCost(selectionSet, schema.getType(typeCondition.name.value)),
  );

  function selectionCost({ selections }: SelectionSetNode, parent: Type): number {
    let cost = 0;
    for (const node of selections) {
      if (node.kind === Kind.FIELD) cost += fieldCost(node, parent);
      else if (node.kind === Kind.FRAGMENT_SPREAD) cost += fragmentCost(node.name.value);
      else
        cost += selectionCost(
          node.selectionSet,
          node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent,
        );
    }
    return cost;
  }

  function fieldCost(node: FieldNode, parent: Type): number {
    if (node.name.value === '__typename') return 1;
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    if (!field) return 0;
    const inner = innerDocumentOf(field);
    if (inner) return costOf({ schema, document: inner });
    if (!node.selectionSet) return 1;
    const isPaged = field.args.some(({ name }) => SIZE_ARGUMENTS.includes(name));
    const isUnpaged = isListType(getNullableType(field.type)) && !isConnection(parent);
    const items = isPaged ? pageSize(node) : isUnpaged ? (givenIds(node) ?? maxItemsOf(field) ?? UNPAGED_ITEMS) : 1;
    return 1 + items * selectionCost(node.selectionSet, getNamedType(field.type));
  }

  function pageSize({ arguments: args = [] }: FieldNode): number {
    const sizeArguments = args.filter(({ name }) => SIZE_ARGUMENTS.includes(name.value));
    const sizes = sizeArguments.map(({ value }) => sizeOf(value)).filter((size) => size !== undefined);
    return sizes.length > 0 ? Math.min(Math.max(0, ...sizes), MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
  }

  /** Returns the number of ids of a list that has an item for each of them. */
  function givenIds({ arguments: args = [] }: FieldNode): number | undefined {
    const value = args.find(({ name }) => name.value === IDS_ARGUMENT)?.value;
    return value && lengthOf(value);
  }

  function lengthOf(node: ValueNode): number {
    if (node.kind === Kind.LIST) return node.values.length;
    if (node.kind !== Kind.VARIABLE) return 1;
    const value = variableValues?.[node.name.value];
    if (value !== undefined) return Array.isArray(value) ? value.length : 1;
    const byDefault = defaultOf(node.name.value);
    return byDefault ? lengthOf(byDefault) : 0;
  }

  function sizeOf(node: ValueNode | undefined): number | undefined {
    if (node?.kind === Kind.INT) return Number(node.value);
    if (node?.kind !== Kind.VARIABLE) return undefined;
    const name = node.name.value;
    const value = variableValues?.[name];
    if (value !== undefined) return typeof value === 'number' ? value : undefined;
    return sizeOf(defaultOf(name));
  }

  const defaultOf = (variableName: string): ValueNode | undefined =>
    operation?.variableDefinitions?.find(({ variable }) => variable.name.value === variableName)?.defaultValue;

  return selectionCost(operation.selectionSet, schema.getRootType(operation.operation));
}

/**
 * Returns whether a type is a page. The parent field counts the items of its `nodes`, `edges` or
 * `data`.
 */
const isConnection = (type: Type): boolean =>
  isObjectType(type) && ['pageInfo', 'pagination'].some((name) => name in type.getFields());
