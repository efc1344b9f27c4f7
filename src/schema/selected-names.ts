import type { FieldNode, FragmentDefinitionNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

type Fragments = Record<string, FragmentDefinitionNode>;

/** Names of the fields below a field of a document; documents are kept and executed again. */
const namesBelow = new WeakMap<FieldNode, ReadonlySet<string>>();

/**
 * Returns the names of the fields that a document selects below a field, at any depth and under any
 * condition; undefined without a document, as in a REST call that has a field's whole type.
 */
export function selectedNames({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> | undefined {
  const nodes = fieldNodes as readonly FieldNode[] | undefined;
  if (!nodes) return undefined;
  const [only, ...others] = nodes.map((node) => {
    const known = namesBelow.get(node) ?? collect(node.selectionSet, fragments);
    namesBelow.set(node, known);
    return known;
  });
  return others.length === 0 ? only : new Set([only, ...others].flatMap((names) => [...(names ?? [])]));
}

/** A document has no cycle of fragments, but may spread one any number of times. */
function collect(root: SelectionSetNode | undefined, fragments: Fragments): Set<string> {
  const names = new Set<string>();
  const spread = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') names.add(selection.name.value);
      if (selection.kind !== 'FragmentSpread') visit(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        visit(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  visit(root);
  return names;
}
