import { useRef } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { MoveDocument } from '../data/annotations.generated.ts';
import type { Grouping } from '../data/board-search.ts';
import { failureText } from '../data/failure-text.ts';
import { useChangeAnnotations } from '../data/use-change-annotations.ts';
import { useToast } from '../data/use-toast.ts';
import type {
  AnnotationChangeInput,
  AnnotationPriority,
  AnnotationRowFragment,
  AnnotationStatus,
} from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { LoadedColumn, useColumns } from './use-columns.ts';

interface Target {
  /** Key of the column. */
  column: string;
  /** Index among the other cards of the column. */
  index: number;
}

type Board = ReturnType<typeof useColumns>;

/** Moves cards: shown at once, sent, loaded again. A failure is shown and takes the card back. */
export function useMoves(board: Board, by: Grouping, onMoved: (announcement: string) => void) {
  const { messages } = useApp();
  const toast = useToast();
  const [, runMove] = useMutation(MoveDocument);
  // A move is sent when the one before is answered: the service keeps the one that arrives last.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const change = useChangeAnnotations();

  async function moveInStatus(
    row: AnnotationRowFragment,
    column: LoadedColumn,
    index: number,
    previous?: { column: LoadedColumn; index: number },
  ): Promise<void> {
    const others = column.rows.filter(({ id }) => id !== row.id);
    const status = column.key as AnnotationStatus;
    const after = others[index - 1]?.id ?? null;
    const sent = last.current.then(() => runMove({ id: row.id, status, after }));
    last.current = sent;
    const { error } = await board.send(sent);
    if (error) toast(fill(messages.notSaved, { reason: failureText(error, messages) }), undefined, true);
    else if (previous && previous.column.key !== column.key) {
      const text = fill(messages.statusChanged, { n: `#${row.number}`, status: messages[status] });
      toast(text, {
        label: messages.undo,
        run() {
          board.place(row, previous.column.key, previous.index);
          void moveInStatus(row, previous.column, previous.index);
        },
      });
    }
  }

  async function move(id: string, { column: key, index }: Target): Promise<void> {
    const from = board.columns?.find(({ rows }) => rows.some((row) => row.id === id));
    const to = board.columns?.find((column) => column.key === key);
    const row = from?.rows.find((candidate) => candidate.id === id);
    if (!from || !to || !row) return;
    const previous = { column: from, index: from.rows.indexOf(row) };
    // Sorted columns have no places.
    if (from === to && (by !== 'status' || previous.index === index)) return;
    const count = to.rows.filter((other) => other.id !== id).length;
    const place = Math.max(0, Math.min(index, count));
    board.place(row, to.key, place);
    onMoved(fill(messages.movedTo, { n: `#${row.number}`, column: to.title, place: place + 1 }));
    if (by === 'status') {
      await moveInStatus(row, to, place, previous);
      return;
    }
    const next: AnnotationChangeInput =
      by === 'priority' ? { priority: to.key as AnnotationPriority } : { assigneeId: to.key || null };
    await board.send(change([row], next));
  }

  return move;
}
