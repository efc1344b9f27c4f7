import type { Cache } from '@urql/exchange-graphcache';
import { gql } from 'urql';
import type { AnnotationChangeInput } from '../graphql-types.generated.ts';

/** A fragment for each member that has the same name and type in change and annotation. */
const FRAGMENTS = {
  status: gql`fragment ChangedStatus on Annotation { id status }`,
  resolution: gql`fragment ChangedResolution on Annotation { id resolution }`,
  priority: gql`fragment ChangedPriority on Annotation { id priority }`,
  dueOn: gql`fragment ChangedDueOn on Annotation { id dueOn }`,
  assigneeId: gql`fragment ChangedAssigneeId on Annotation { id assigneeId }`,
};

/** Writes a bulk change into a cached annotation, as the service applies it. */
export function writeChange(
  cache: Cache,
  annotation: { __typename: string; id: string },
  change: AnnotationChangeInput,
): void {
  const { id } = annotation;
  for (const name of Object.keys(FRAGMENTS) as (keyof typeof FRAGMENTS)[]) {
    const value = change[name];
    if (value !== undefined) cache.writeFragment(FRAGMENTS[name], { __typename: 'Annotation', id, [name]: value });
  }
  if (change.assigneeId !== undefined) {
    cache.link(
      annotation,
      'assignee',
      change.assigneeId ? { __typename: 'User', id: String(change.assigneeId) } : null,
    );
  }
  if (!change.addLabelIds && !change.removeLabelIds) return;
  const labels = cache.resolve(annotation, 'labels');
  if (!Array.isArray(labels)) return;
  const keyOf = (labelId: string | number) => `Label:${labelId}`;
  const removed = new Set((change.removeLabelIds ?? []).map(keyOf));
  const next = new Set(
    [...(labels as string[]), ...(change.addLabelIds ?? []).map(keyOf)].filter((key) => !removed.has(key)),
  );
  cache.link(annotation, 'labels', [...next]);
}
