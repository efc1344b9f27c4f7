import { CONTEXT_LIMIT, EXACT_LIMIT } from '../fingerprint/limits.ts';
import { type Passage, readPassage } from './passage.ts';
import type { Quote } from './quote.ts';

/** Describes a selection in an element. Null for one that holds no text of it. */
export function quoteOf(range: Range, element: Element): Quote | null {
  const passage = readPassage(element);
  const isInside = (i: number) =>
    range.comparePoint(passage.nodes[passage.node[i] ?? 0] as Text, passage.offset[i] ?? 0);
  // The last character of the range stands before its end.
  let start = 0;
  while (start < passage.text.length && isInside(start) < 0) start++;
  let end = start;
  while (end < passage.text.length && isInside(end) === 0 && !isEnd(range, passage, end)) end++;
  const chosen = passage.text.slice(start, end);
  const exact = whole(chosen.trim().slice(0, EXACT_LIMIT)).trim();
  if (!exact) return null;
  const from = start + chosen.indexOf(exact);
  return {
    exact,
    prefix: whole(passage.text.slice(Math.max(0, from - CONTEXT_LIMIT), from)),
    suffix: whole(passage.text.slice(from + exact.length, from + exact.length + CONTEXT_LIMIT)),
  };
}

/** Without half characters, which a JSON column refuses. */
const whole = (text: string) => text.replace(/\p{Cs}/gu, '');

function isEnd({ endContainer, endOffset }: Range, { nodes, node, offset }: Passage, i: number): boolean {
  return nodes[node[i] ?? 0] === endContainer && offset[i] === endOffset;
}
