import { useMemo } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { ANCHORS, DUES, type FilterName, PRIORITIES, SOURCES } from '../data/list-search.ts';
import { useShell } from '../data/shell-context.ts';
import { useLabels } from '../data/use-labels.ts';
import { useAssignees } from '../data/use-members.ts';
import { ProjectEnvironmentsDocument } from '../data/views.generated.ts';
import { fill } from '../i18n/languages.ts';
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
  const { messages, language } = useApp();
  const { viewer } = useShell();
  const assignees = useAssignees();
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
    const places = (environments ?? []).map(({ id, name }) => ({ value: id, text: name }));
    const options: Record<FilterName, FilterOption[]> = {
      priority: named(PRIORITIES),
      label: labels.map(({ id, name }) => ({ value: id, text: name })),
      assignee: [
        { value: 'me', text: messages.me },
        { value: 'none', text: messages.nobody },
        ...assignees
          .filter(({ userId }) => userId !== viewer.id)
          .map(({ userId, name }) => ({ value: userId, text: name })),
      ],
      page: [],
      environment: places,
      fixedIn: places,
      notFixedIn: places,
      anchor: named(ANCHORS),
      source: named(SOURCES),
      due: named(DUES),
    };
    const textOf = (name: FilterName, value: string): string => {
      const known = options[name].find((option) => option.value === value)?.text;
      if (name === 'page') return pathOf(value);
      if (name === 'due' && !known) return fill(messages.dueBefore, { day: dayText(value, language) });
      return known ?? '…';
    };
    return { options, textOf };
  }, [messages, language, labels, assignees, environments, viewer.id]);
}

/** A day, `yyyy-mm-dd`, as people write it. */
const dayText = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
