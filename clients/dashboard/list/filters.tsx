import { Search } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import type { ListSearch, StatusFilter } from '../data/list-search.ts';
import classes from './filters.module.css';

/** Pause in typing after which the search begins, milliseconds. */
const PAUSE = 200;

interface Props {
  search: ListSearch;
  field: RefObject<HTMLInputElement | null>;
  onChange(search: ListSearch): void;
}

/** Search and filters above a list. */
export function Filters({ search, field, onChange }: Props) {
  const { messages } = useApp();
  const [text, setText] = useState(search.q ?? '');
  useEffect(() => setText(search.q ?? ''), [search.q]);
  useEffect(() => {
    const q = text.trim();
    if (q === (search.q ?? '')) return undefined;
    const timer = setTimeout(() => onChange({ ...search, q: q || undefined }), PAUSE);
    return () => clearTimeout(timer);
  });
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
          const status = target.value === 'unresolved' ? undefined : (target.value as StatusFilter);
          onChange({ ...search, status });
        }}
      >
        <option value="unresolved">{messages.unresolved}</option>
        <option value="open">{messages.open}</option>
        <option value="in_progress">{messages.in_progress}</option>
        <option value="resolved">{messages.resolved}</option>
        <option value="any">{messages.anyStatus}</option>
      </select>
    </search>
  );
}
