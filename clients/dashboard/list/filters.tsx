import { Search } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import type { CountsQuery } from '../data/annotations.generated.ts';
import type { ListSearch } from '../data/list-search.ts';
import { countText } from './count-text.ts';
import classes from './filters.module.css';

/** Pause in typing after which the search begins, milliseconds. */
const PAUSE = 200;

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
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useEffect(() => {
    const q = text.trim();
    if (q === (search.q ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ ...search, q: q || undefined }), PAUSE);
    return () => clearTimeout(timer);
  });
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
      <div className={classes.search}>
        <Search size={14} aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key !== 'Escape') return;
            setText('');
            currentTarget.blur();
          }}
        />
      </div>
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
