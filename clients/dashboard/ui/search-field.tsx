import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import classes from './search-field.module.css';

/** Pause in typing after which the search begins, milliseconds. */
const PAUSE = 200;

interface Props {
  label: string;
  /** Text of the present search. */
  value: string;
  maxLength?: number;
  ref: RefObject<HTMLInputElement | null>;
  onSearch(text: string): void;
}

/**
 * Field of a search that the address holds. The result of a search leaves text typed since alone.
 */
export function SearchField({ label, value, maxLength, ref, onSearch }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const next = text.trim();
    if (next === value) return undefined;
    const timer = setTimeout(() => {
      sent.current = next;
      onSearch(next);
    }, PAUSE);
    return () => clearTimeout(timer);
  });
  return (
    <div className={classes.field}>
      <Search size={14} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== 'Escape') return;
          setText('');
          currentTarget.blur();
        }}
      />
    </div>
  );
}
