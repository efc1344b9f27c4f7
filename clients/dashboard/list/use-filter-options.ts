import { useMemo } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { ANCHORS, DUES, type FilterName, PRIORITIES, SOURCES } from '../data/list-search.ts';
import { useShell } from '../data/shell-context.ts';
import { useLabels } from '../data/use-labels.ts';
import { useMembers } from '../data/use-members.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { pathOf } from '../ui/page-path.ts';

export interface FilterOption {
  value: string;
  text: string;
}

/**
 * Values of each filter with their names. Pages are known by their counts only.
 *
 * @param projectId absent for a list of several projects, which have no common labels
 */
export function useFilterOptions(projectId: string | undefined) {
  const { messages } = useApp();
  const { viewer } = useShell();
  const members = useMembers();
  const { labels } = useLabels(projectId);
  const [{ data }] = useQuery({
    query: ProjectEnvironmentsDocument,
    variables: { projectId: projectId ?? '' },
    pause: !projectId,
  });
  const environments = data?.environments?.nodes;

  return useMemo(() => {
    const named = (values: readonly (keyof typeof messages)[]) =>
      values.map((value) => ({ value, text: messages[value] }));
    const options: Record<FilterName, FilterOption[]> = {
      priority: named(PRIORITIES),
      label: labels.map(({ id, name }) => ({ value: id, text: name })),
      assignee: [
        { value: 'me', text: messages.me },
        { value: 'none', text: messages.nobody },
        ...members
          .filter(({ role, userId }) => role !== 'guest' && userId !== viewer.id)
          .map(({ userId, name }) => ({ value: userId, text: name })),
      ],
      page: [],
      environment: (environments ?? []).map(({ id, name }) => ({ value: id, text: name })),
      anchor: named(ANCHORS),
      source: named(SOURCES),
      due: named(DUES),
    };
    const textOf = (name: FilterName, value: string): string =>
      name === 'page' ? pathOf(value) : (options[name].find((option) => option.value === value)?.text ?? '…');
    return { options, textOf };
  }, [messages, labels, members, environments, viewer.id]);
}
