import { useCallback, useEffect, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { AnnotationListDocument } from '../data/annotations.generated.ts';
import { type CroppedRow, useCrops } from '../data/use-crops.ts';
import type { AnnotationOrder } from '../graphql-types.generated.ts';
import type { ColumnDef } from './use-column-defs.ts';

export interface LoadedColumn extends ColumnDef {
  rows: readonly CroppedRow[];
  hasMore: boolean;
}

/** Comments of a column that are loaded at a time, and at most. */
const STEP = 100;
const MOST = 500;

/**
 * Comments of all columns. `place` moves one before the service knows, and `send` waits for the
 * service. A load that began earlier is discarded, and none begins until all moves are sent, so
 * that no load takes a move back.
 */
export function useColumns(projectId: string, defs: readonly ColumnDef[], orderBy: AnnotationOrder) {
  const client = useClient();
  const crops = useCrops();
  const [columns, setColumns] = useState<readonly LoadedColumn[]>();
  const [error, setError] = useState<CombinedError>();
  const generation = useRef(0);
  const sending = useRef(0);
  const limits = useRef(new Map<string, number>());
  /** A load at the end of a move is one of the columns that are chosen by then. */
  const chosen = useRef({ projectId, defs, orderBy, crops });

  const reload = useCallback(async (): Promise<void> => {
    // The end of the last move loads the board.
    if (sending.current > 0) return;
    generation.current += 1;
    const own = generation.current;
    const { defs, ...list } = chosen.current;
    const loaded = await Promise.all(
      defs.map(async (def) => {
        const first = limits.current.get(def.key) ?? STEP;
        const variables = { ...list, filter: def.filter, first };
        const { data, error } = await client.query(AnnotationListDocument, variables, {
          requestPolicy: 'network-only',
        });
        if (!data?.annotations) return { error };
        return { ...def, rows: data.annotations.nodes, hasMore: data.annotations.pageInfo.hasNextPage };
      }),
    );
    if (own !== generation.current) return;
    const complete = loaded.filter((column) => 'rows' in column);
    setError(loaded.find((column) => 'error' in column)?.error);
    if (complete.length === loaded.length) setColumns(complete);
  }, [client]);

  useEffect(() => {
    chosen.current = { projectId, defs, orderBy, crops };
    void reload();
    return () => {
      generation.current += 1;
    };
  }, [reload, projectId, defs, orderBy, crops]);

  return {
    /** Undefined until they are loaded. */
    columns,
    /** Reason why they were not loaded at last. */
    error,
    reload,
    showMore(key: string) {
      limits.current.set(key, Math.min(MOST, (limits.current.get(key) ?? STEP) + STEP));
      void reload();
    },
    /** Waits for a move that is being sent. */
    async send<Result>(move: Promise<Result>): Promise<Result> {
      sending.current += 1;
      try {
        return await move;
      } finally {
        sending.current -= 1;
        void reload();
      }
    },
    /** Shows a comment in a column, at an index among the others there. */
    place(row: CroppedRow, key: string, index: number) {
      generation.current += 1;
      setColumns((previous) =>
        previous?.map((column) => {
          const rows = column.rows.filter(({ id }) => id !== row.id);
          return { ...column, rows: column.key === key ? rows.toSpliced(index, 0, row) : rows };
        }),
      );
    },
  };
}
