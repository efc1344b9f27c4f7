import {
  BREAK,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql';

/**
 * Returns whether graphql-jit applies the conditions of a field or a spread as specified: one
 * @include or @skip, by a variable that cannot be null. It stores conditions at the nodes of
 * fields, so a node must not be used without them: a fragment is spread once, and nothing below it
 * spreads another one. Members of a fragment that is left out may come in another order.
 */
export function hasCompilableConditions(node: FieldNode | FragmentSpreadNode, document: DocumentNode): boolean {
  const [condition, ...others] = node.directives ?? [];
  if (condition === undefined) return true;
  if (others.length > 0 || !isByRequiredVariable(condition, document)) return false;
  if (node.kind === Kind.FIELD) return !node.selectionSet || spreadsIn(node.selectionSet).length === 0;
  const spreads = document.definitions.flatMap(spreadsIn);
  const fragment = document.definitions.find(
    (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === node.name.value,
  );
  const isSpreadOnce = spreads.filter((name) => name === node.name.value).length === 1;
  return isSpreadOnce && fragment !== undefined && spreadsIn(fragment).length === 0;
}

function isByRequiredVariable({ arguments: args = [] }: DirectiveNode, document: DocumentNode): boolean {
  const [condition] = args;
  if (condition?.value.kind !== Kind.VARIABLE) return false;
  const { value: name } = condition.value.name;
  let isRequired = true;
  visit(document, {
    VariableDefinition({ variable, type }) {
      if (variable.name.value !== name || type.kind === Kind.NON_NULL_TYPE) return undefined;
      isRequired = false;
      return BREAK;
    },
  });
  return isRequired;
}

/** Names of the fragments that a part of a document spreads. */
function spreadsIn(part: DocumentNode['definitions'][number] | SelectionSetNode): string[] {
  const names: string[] = [];
  visit(part, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
}
