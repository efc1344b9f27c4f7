import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';

/**
 * Evaluates each fragment of a document at most once: fragments may spread one another, so that the
 * number of spreads doubles with each.
 *
 * @param initial result of a fragment that is absent or being evaluated
 */
export function memoizeFragments<T>(
  { definitions }: DocumentNode,
  initial: T,
  evaluate: (fragment: FragmentDefinitionNode) => T,
): (name: string) => T {
  const pending = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) pending.set(node.name.value, node);
  const results = new Map<string, T>();
  return (name) => {
    const fragment = pending.get(name);
    if (!fragment) return results.get(name) ?? initial;
    pending.delete(name);
    const result = evaluate(fragment);
    results.set(name, result);
    return result;
  };
}
