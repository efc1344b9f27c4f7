import { useMemo } from 'react';
import { useApp } from '../app-context.ts';
import type { BoardSearch } from '../data/board-search.ts';
import { filterOf, type ListSearch, PRIORITIES } from '../data/list-search.ts';
import { useShell } from '../data/shell-context.ts';
import { useAssignees } from '../data/use-members.ts';
import type { AnnotationFilter, AnnotationStatus } from '../graphql-types.generated.ts';

export interface ColumnDef {
  /** Status, priority or user id; empty for unassigned comments. */
  key: string;
  title: string;
  filter: AnnotationFilter;
}

const STATUSES: readonly AnnotationStatus[] = ['open', 'in_progress', 'resolved'];
/** Columns of assignees at most; a request for each would be too many. */
const MOST = 20;

/** Columns of a board with their filters; those of no status have unresolved comments. */
export function useColumnDefs(search: BoardSearch): ColumnDef[] {
  const { messages } = useApp();
  const { viewer } = useShell();
  const assignees = useAssignees();
  const address = JSON.stringify(search);
  return useMemo(() => {
    const { by = 'status', status: _ignored, ...rest } = JSON.parse(address) as BoardSearch;
    const base = (without: keyof ListSearch) => filterOf({ ...rest, [without]: undefined }, viewer.id);
    if (by === 'status') {
      return STATUSES.map((status) => ({
        key: status,
        title: messages[status],
        filter: { ...base('status'), statuses: [status] },
      }));
    }
    if (by === 'priority') {
      return PRIORITIES.map((priority) => ({
        key: priority,
        title: messages[priority],
        filter: { ...base('priority'), priorities: [priority] },
      }));
    }
    return [
      { key: '', title: messages.nobody, filter: { ...base('assignee'), unassigned: true } },
      ...assignees.slice(0, MOST).map(({ userId, name }) => ({
        key: userId,
        title: name,
        filter: { ...base('assignee'), assigneeIds: [userId] },
      })),
    ];
  }, [address, messages, assignees, viewer.id]);
}
