import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { DEFAULT_PAGE, MAX_PAGE } from '../../schema/connection.ts';
import { mostItemsOf } from '../../schema/constraints.ts';

/** Arguments that say how many items a page has. */
const SIZES = ['first', 'last', 'limit'];
/** Items that a list without pages counts as, unless its field says how many it has at most. */
const UNPAGED = 10;

type Counted = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>;
type Type = GraphQLNamedType | undefined | null;

/**
 * The most values that an answer may hold: each field is one, and what stands below a list counts once per item, as many
 * as `first`, `last` or `limit` ask for. `__schema` and `__type` are free: a rule of graphql-js bounds how deep it goes, one of
 * document-limits.ts how often it is asked for.
 */
export function costOf({ schema, document, operationName, variableValues }: Counted): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  // Each fragment is read once: they may spread one another in powers of two.
  const known = new Map<string, number>();

  function ofFragment(name: string): number {
    const cost = known.get(name);
    const fragment = fragments.get(name);
    if (cost !== undefined || !fragment) return cost ?? 0;
    known.set(name, ofSelection(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value)));
    return known.get(name) ?? 0;
  }

  function ofSelection({ selections }: SelectionSetNode, parent: Type): number {
    let cost = 0;
    for (const node of selections) {
      if (node.kind === Kind.FIELD) cost += ofField(node, parent);
      else if (node.kind === Kind.FRAGMENT_SPREAD) cost += ofFragment(node.name.value);
      else
        cost += ofSelection(
          node.selectionSet,
          node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent,
        );
    }
    return cost;
  }

  function ofField(node: FieldNode, parent: Type): number {
    if (node.name.value === '__typename') return 1;
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    if (!field) return 0;
    if (!node.selectionSet) return 1;
    const isPaged = field.args.some(({ name }) => SIZES.includes(name));
    const isUnpaged = isListType(getNullableType(field.type)) && !isConnection(parent);
    const items = isPaged ? pageOf(node) : isUnpaged ? (mostItemsOf(field) ?? UNPAGED) : 1;
    return 1 + items * ofSelection(node.selectionSet, getNamedType(field.type));
  }

  function pageOf({ arguments: given = [] }: FieldNode): number {
    const asked = given.filter(({ name }) => SIZES.includes(name.value));
    const sizes = asked.map(({ value }) => sizeOf(value)).filter((size) => size !== undefined);
    return sizes.length > 0 ? Math.min(Math.max(0, ...sizes), MAX_PAGE) : DEFAULT_PAGE;
  }

  function sizeOf(node: ValueNode | undefined): number | undefined {
    if (node?.kind === Kind.INT) return Number(node.value);
    if (node?.kind !== Kind.VARIABLE) return undefined;
    const name = node.name.value;
    const value = variableValues?.[name];
    if (value !== undefined) return typeof value === 'number' ? value : undefined;
    return sizeOf(operation?.variableDefinitions?.find(({ variable }) => variable.name.value === name)?.defaultValue);
  }

  return ofSelection(operation.selectionSet, schema.getRootType(operation.operation));
}

/** Its `nodes` and `edges`, or `data`, are the items of its page, which are counted at the field above. */
const isConnection = (type: Type): boolean =>
  isObjectType(type) && ['pageInfo', 'pagination'].some((name) => name in type.getFields());
