import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import type { PagesSearch } from '../data/page-search.ts';
import type { PageListQuery, PageListQueryVariables } from '../graphql-types.generated.ts';
import { PageListDocument } from './pages.generated.ts';

export type PageRow = NonNullable<PageListQuery['pages']>['nodes'][number];

/** Pages fetched at a time. */
const STEP = 100;

interface Loaded {
  projectId: string;
  rows: readonly PageRow[];
  /** Position of the next part; null at the end. */
  after: string | null;
}

/** Pages of a project. What was loaded is shown until another list is there. */
export function usePages(projectId: string, { q, sort, environment }: PagesSearch) {
  const client = useClient();
  const list = useMemo(
    () => ({ projectId, text: q, orderBy: sort, environmentId: environment }),
    [projectId, q, sort, environment],
  );
  const [last, setLoaded] = useState<Loaded>();
  const loaded = last?.projectId === projectId ? last : undefined;
  const [error, setError] = useState<CombinedError>();
  const generation = useRef(0);
  const parts = useRef(1);

  const reload = useCallback(async (): Promise<void> => {
    generation.current += 1;
    const own = generation.current;
    const rows: PageRow[] = [];
    let after: string | null = null;
    for (let part = 0; part < parts.current; part += 1) {
      const variables: PageListQueryVariables = { ...list, first: STEP, after };
      const { data, error } = await client.query(PageListDocument, variables, { requestPolicy: 'network-only' });
      if (own !== generation.current) return;
      if (!data?.pages) {
        setError(error);
        return;
      }
      rows.push(...data.pages.nodes);
      after = data.pages.pageInfo.hasNextPage ? data.pages.pageInfo.endCursor : null;
      if (after === null) break;
    }
    setError(undefined);
    setLoaded({ projectId: list.projectId, rows, after });
  }, [client, list]);

  useEffect(() => {
    parts.current = 1;
    void reload();
    return () => {
      generation.current += 1;
    };
  }, [reload]);

  const hasMore = loaded?.after != null;
  return {
    /** Undefined until they are loaded. */
    rows: loaded?.rows,
    error,
    reload,
    /** Loads further pages; undefined at the end of the list. */
    loadMore: useMemo(
      () =>
        hasMore
          ? () => {
              parts.current += 1;
              void reload();
            }
          : undefined,
      [hasMore, reload],
    ),
  };
}
