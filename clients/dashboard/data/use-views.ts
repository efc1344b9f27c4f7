import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { AnnotationFilter } from '../graphql-types.generated.ts';
import { searchOf } from './list-search.ts';
import { useOrganization } from './organization.ts';
import { useShell } from './shell-context.ts';
import { ViewsDocument } from './views.generated.ts';

/** Saved views of the current organization as addresses of lists, by name. */
export function useViews() {
  const { viewer } = useShell();
  const { organization, can } = useOrganization();
  const [{ data }] = useQuery({
    query: ViewsDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization || !can('view.manage'),
  });
  const nodes = data?.annotationViews?.nodes;
  return useMemo(
    () =>
      (nodes ?? [])
        .map(({ id, userId, name, isShared, orderBy, createdAt, filter: saved }) => {
          const filter = saved as AnnotationFilter;
          const { projectIds } = filter;
          return {
            id,
            userId,
            name,
            isShared,
            /** The only project of the view; undefined for a view of several. */
            projectId: projectIds?.length === 1 ? String(projectIds[0]) : undefined,
            search: searchOf(filter, orderBy, viewer.id, Date.parse(createdAt)),
          };
        })
        .sort((a, b) => a.name.localeCompare(b.name)),
    [nodes, viewer.id],
  );
}
