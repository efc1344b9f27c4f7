import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import type { AnnotationFilter, AnnotationListQuery, AnnotationOrder } from '../graphql-types.generated.ts';
import { AnnotationListDocument, OrganizationListDocument } from './annotations.generated.ts';
import { useCrops } from './use-crops.ts';

type Page = NonNullable<AnnotationListQuery['annotations']>;

/** Comments of a project, or of all projects of an organization. */
export type Scope = { projectId: string } | { organizationId: string };

const idOf = (scope: Scope): string => ('projectId' in scope ? scope.projectId : scope.organizationId);

interface Pages {
  /** Id of the project or organization. */
  scopeId: string;
  /** Loaded pages, in order; undefined before the first one. */
  pages: readonly Page[] | undefined;
  error: CombinedError | undefined;
}

/** Comments of a page. The cache reads a whole page again when one of its comments changes. */
const PAGE = 50;

/**
 * The first pages of a list of comments. Each page is followed in the cache: when its data is
 * invalidated, it is fetched again, and the pages after it begin at its new end. What was loaded is
 * shown until then.
 */
export function useAnnotationPages(scope: Scope, filter: AnnotationFilter, orderBy: AnnotationOrder = 'newest') {
  const client = useClient();
  const scopeId = idOf(scope);
  const crops = useCrops();
  const isProject = 'projectId' in scope;
  const [state, setState] = useState<Pages>({ scopeId, pages: undefined, error: undefined });
  const [epoch, setEpoch] = useState(0);
  const wanted = useRef(1);
  const extend = useRef(() => {});
  const list = useMemo(
    () => ({ scopeId, isProject, filter, orderBy, crops }),
    [scopeId, isProject, filter, orderBy, crops],
  );
  const shown = useRef(list);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another epoch fetches all pages again
  useEffect(() => {
    // Another list begins with one page; fetching the same one again keeps their number.
    if (shown.current !== list) wanted.current = 1;
    shown.current = list;
    const followed: { after: string | null; page?: Page; unsubscribe(): void }[] = [];
    const end = (index: number) => {
      for (const { unsubscribe } of followed.splice(index)) unsubscribe();
    };
    const show = (error?: CombinedError) => {
      const pages = followed.flatMap(({ page }) => page ?? []);
      const isComplete = followed.length > 0 && pages.length === followed.length;
      setState((previous) => ({
        scopeId,
        pages: isComplete ? pages : previous.scopeId === scopeId ? previous.pages : undefined,
        error,
      }));
    };
    const follow = (index: number, after: string | null) => {
      if (followed[index]?.after === after) return;
      end(index);
      const entry: (typeof followed)[number] = { after, unsubscribe: () => {} };
      followed.push(entry);
      const variables = { filter, orderBy, first: PAGE, after, crops };
      const results = isProject
        ? client.query(AnnotationListDocument, { projectId: scopeId, ...variables })
        : client.query(OrganizationListDocument, { organizationId: scopeId, ...variables });
      ({ unsubscribe: entry.unsubscribe } = results.subscribe(({ data, error }) => {
        if (followed[index] !== entry) return;
        if (data?.annotations) {
          entry.page = data.annotations;
          followNext(index);
        }
        show(error);
      }));
    };
    const followNext = (index: number) => {
      const info = followed[index]?.page?.pageInfo;
      if (!info?.hasNextPage) end(index + 1);
      else if (index + 1 < wanted.current) follow(index + 1, info.endCursor ?? null);
    };
    extend.current = () => followNext(followed.length - 1);
    follow(0, null);
    return () => end(0);
  }, [client, list, epoch]);

  const pages = state.scopeId === scopeId ? state.pages : undefined;
  const comments = useMemo(() => uniqueNodes(pages ?? []), [pages]);
  const loadMore = useCallback(() => {
    wanted.current = Math.max(wanted.current, (pages?.length ?? 0) + 1);
    extend.current();
  }, [pages]);
  return {
    /** Undefined until the first page is loaded. */
    comments: pages && comments,
    error: state.error,
    /** Loads the next page; undefined at the end of the list. */
    loadMore: pages?.at(-1)?.pageInfo.hasNextPage ? loadMore : undefined,
    /** Fetches the loaded pages again. */
    fetchAgain: useCallback(() => setEpoch((previous) => previous + 1), []),
  };
}

/** Comments of pages, each once: a page that is fetched again overlaps with those after it. */
function uniqueNodes(pages: readonly Page[]): Page['nodes'] {
  return [...new Map(pages.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const))).values()];
}
