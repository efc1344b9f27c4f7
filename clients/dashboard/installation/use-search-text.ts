import { useDeferredValue, useState } from 'react';

/** Text of a search field, and the one that the list waits for; undefined while it is empty. */
export function useSearchText() {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  return { text, setText, wanted: wanted || undefined };
}
