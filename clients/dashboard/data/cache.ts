import { type Cache, cacheExchange } from '@urql/exchange-graphcache';

/** Types that are part of their parent and have no id. */
const EMBEDDED = [
  'Anchor',
  'AnnotationChange',
  'AnnotationChangeError',
  'AnnotationChangeResult',
  'AnnotationConnection',
  'AnnotationEdge',
  'AnnotationHistoryConnection',
  'AnnotationHistoryEdge',
  'Author',
  'CommentConnection',
  'CommentEdge',
  'ElementBox',
  'ExternalIssue',
  'JoinedOrganizationConnection',
  'LastSeen',
  'MemberConnection',
  'Membership',
  'PageInfo',
  'ProjectConnection',
  'TrailPosition',
  'TrailStep',
];

/** Members of `AnnotationChange` that decide which stored lists are no longer complete. */
interface AnnotationChange {
  kind: string;
  annotation: { id: string };
}

const annotationOf = (id: unknown) => ({ __typename: 'Annotation', id: String(id) });

/** Marks a field, whatever its arguments, as incomplete, so that screens fetch it again. */
function invalidateField(cache: Cache, entity: 'Query' | ReturnType<typeof annotationOf>, field: string): void {
  for (const { fieldName, fieldKey } of cache.inspectFields(entity)) {
    if (fieldName === field) cache.invalidate(entity, fieldKey);
  }
}

/**
 * Creates the normalized cache. Entities of live updates and mutations are stored by their id and
 * appear on every screen; lists are fetched again when an item is added or removed.
 */
export const createCache = () =>
  cacheExchange({
    keys: Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
    updates: {
      Mutation: {
        addComment: (_result, { id }, cache) => invalidateField(cache, annotationOf(id), 'comments'),
        deleteComment: (_result, { id }, cache) => invalidateField(cache, annotationOf(id), 'comments'),
        updateAnnotations: (_result, { ids }, cache) => {
          for (const id of ids as string[]) cache.invalidate(annotationOf(id));
        },
        deleteAnnotation: (_result, { id }, cache) => cache.invalidate(annotationOf(id)),
        setAnnotationStatus: (_result, _args, cache) => invalidateField(cache, 'Query', 'annotationHistory'),
        assignAnnotation: (_result, _args, cache) => invalidateField(cache, 'Query', 'annotationHistory'),
        setAnnotationVisibility: (_result, _args, cache) => invalidateField(cache, 'Query', 'annotationHistory'),
        createProject: (_result, _args, cache) => invalidateField(cache, 'Query', 'projects'),
      },
      Subscription: {
        annotationChanged: (result, _args, cache) => {
          const { kind, annotation } = result.annotationChanged as unknown as AnnotationChange;
          if (kind === 'deleted') cache.invalidate(annotationOf(annotation.id));
          else if (kind === 'created' || kind === 'imported') invalidateField(cache, 'Query', 'annotations');
          else if (kind.startsWith('comment_')) invalidateField(cache, annotationOf(annotation.id), 'comments');
          else invalidateField(cache, 'Query', 'annotationHistory');
        },
      },
    },
    optimistic: {
      setAnnotationStatus: ({ id, status }) => ({ __typename: 'Annotation', id, status }),
      assignAnnotation: ({ id, assigneeId }) => ({ __typename: 'Annotation', id, assigneeId: assigneeId ?? null }),
    },
  });
