import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useQuery } from 'urql';
import { CountsDocument } from '../data/annotations.generated.ts';
import { filterOf, type ListSearch } from '../data/list-search.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import type { AnnotationFilter } from '../graphql-types.generated.ts';

/** Pause after a change before statuses are counted again, so that many changes are one count. */
const PAUSE = 1_000;

/** Numbers of comments by status, with all other filters applied. */
export function useStatusCounts(search: ListSearch, base: AnnotationFilter) {
  const { viewer } = useShell();
  const { organization } = useOrganization();
  const others = JSON.stringify({ ...search, status: 'any', order: undefined });
  const filter = useMemo(
    () => ({ ...filterOf(JSON.parse(others) as ListSearch, viewer.id), ...base }),
    [others, base, viewer.id],
  );
  const [{ data }, run] = useQuery({
    query: CountsDocument,
    variables: { organizationId: organization?.id ?? '', filter, by: 'status' },
    pause: !organization,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    counts: data?.annotationCounts ?? undefined,
    refresh: useCallback(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => run({ requestPolicy: 'network-only' }), PAUSE);
    }, [run]),
  };
}
