import { CONTEXT_LIMIT, EXACT_LIMIT } from '../fingerprint/limits.ts';
import { type Passage, readPassage } from './passage.ts';
import type { Quote } from './quote.ts';

/** Quotes the selected text of an element; null when the selection contains none of its text. */
export function quoteOf(range: Range, element: Element): Quote | null {
  const passage = readPassage(element);
  const isInside = (i: number) =>
    range.comparePoint(passage.nodes[passage.node[i] ?? 0] as Text, passage.offset[i] ?? 0);
  // The end of the range is exclusive, though `comparePoint` counts it as inside.
  let start = 0;
  while (start < passage.text.length && isInside(start) < 0) start++;
  let end = start;
  while (end < passage.text.length && isInside(end) === 0 && !isEnd(range, passage, end)) end++;
  const selected = passage.text.slice(start, end);
  const exact = removeSurrogates(selected.trim().slice(0, EXACT_LIMIT)).trim();
  if (!exact) return null;
  const from = start + selected.indexOf(exact);
  return {
    exact,
    prefix: removeSurrogates(passage.text.slice(Math.max(0, from - CONTEXT_LIMIT), from)),
    suffix: removeSurrogates(passage.text.slice(from + exact.length, from + exact.length + CONTEXT_LIMIT)),
  };
}

/** Removes lone surrogates, which a JSON column rejects. */
const removeSurrogates = (text: string) => text.replace(/\p{Cs}/gu, '');

function isEnd({ endContainer, endOffset }: Range, { nodes, node, offset }: Passage, i: number): boolean {
  return nodes[node[i] ?? 0] === endContainer && offset[i] === endOffset;
}
