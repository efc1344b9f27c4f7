import type { RefObject } from 'react';
import { useApp } from '../app-context.ts';
import type { ListSearch } from '../data/list-search.ts';
import { countText } from '../filter/count-text.ts';
import type { CountsQuery } from '../graphql-types.generated.ts';
import { SearchField } from '../ui/search-field.tsx';
import classes from './filters.module.css';

interface Props {
  search: ListSearch;
  /** Numbers of comments by status; undefined before they are counted. */
  counts: CountsQuery['annotationCounts'] | undefined;
  field: RefObject<HTMLInputElement | null>;
  onChange(search: ListSearch): void;
}

/** Search and status above a list. */
export function Filters({ search, counts, field, onChange }: Props) {
  const { messages, language } = useApp();
  const withCount = (status: 'open' | 'in_progress' | 'resolved') =>
    counts
      ? `${messages[status]} (${countText(
          counts.find(({ key }) => key === status),
          language,
        )})`
      : messages[status];
  // Saved views may have several; they cannot be chosen here.
  const several = (['open', 'in_progress', 'resolved'] as const).filter((known) =>
    search.status?.split(',').includes(known),
  );
  return (
    <search className={classes.filters}>
      <SearchField
        ref={field}
        label={messages.search}
        value={search.q ?? ''}
        onSearch={(text) => onChange({ ...search, q: text || undefined })}
      />
      <select
        aria-label={messages.status}
        value={search.status ?? 'unresolved'}
        onChange={({ target }) => {
          const status = target.value === 'unresolved' ? undefined : target.value;
          onChange({ ...search, status });
        }}
      >
        <option value="unresolved">{messages.unresolved}</option>
        <option value="open">{withCount('open')}</option>
        <option value="in_progress">{withCount('in_progress')}</option>
        <option value="resolved">{withCount('resolved')}</option>
        <option value="any">{messages.anyStatus}</option>
        {several.length > 1 && (
          <option value={search.status}>{several.map((status) => messages[status]).join(', ')}</option>
        )}
      </select>
    </search>
  );
}
