import { type RefObject, useRef, useState } from 'react';
import { useMembers } from '../data/use-members.ts';
import { findMentions } from './find-mentions.ts';

interface Member {
  userId: string;
  name: string;
}

/** Suggestions shown at once. */
const MOST = 6;

/**
 * Completes `@` and the beginning of a name in a text field to a member. Members who may read the
 * text are offered; guests do not read internal ones.
 */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  isInternal: boolean,
  onChange: (text: string) => void,
) {
  const members = useMembers().filter(({ role }) => !isInternal || role !== 'guest');
  const [caret, setCaret] = useState(0);
  const [highlighted, setHighlighted] = useState(0);
  const chosen = useRef(new Set<string>());
  const [dismissed, setDismissed] = useState<string>();
  const query = /(?:^|[\s(])@([^\s@][^@\n]{0,40}|)$/u.exec(text.slice(0, caret))?.[1];
  const isShown = query !== undefined && query !== dismissed;
  const found: Member[] = isShown
    ? members.filter(({ name }) => name.toLowerCase().startsWith(query.toLowerCase())).slice(0, MOST)
    : [];
  const active = Math.min(highlighted, found.length - 1);

  function choose(member: Member | undefined): void {
    if (!member || query === undefined) return;
    chosen.current.add(member.userId);
    const start = caret - query.length;
    const next = `${text.slice(0, start)}${member.name} ${text.slice(caret)}`;
    const position = start + member.name.length + 1;
    onChange(next);
    setCaret(position);
    setHighlighted(0);
    // The field has the new text after the next rendering.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(position, position);
    });
  }
  return {
    found,
    active,
    choose,
    /** Follows the caret. */
    follow() {
      setCaret(field.current?.selectionStart ?? 0);
      setDismissed(undefined);
    },
    /** @returns whether the key was for the suggestions */
    onKey(key: string): boolean {
      if (found.length === 0) return false;
      if (key === 'ArrowDown') setHighlighted((active + 1) % found.length);
      else if (key === 'ArrowUp') setHighlighted((active + found.length - 1) % found.length);
      else if (key === 'Enter' || key === 'Tab') choose(found[active]);
      else if (key === 'Escape') setDismissed(query);
      else return false;
      return true;
    },
    mentioned: () => mentionedIn(text, members, chosen.current),
  };
}

/**
 * User ids of the members whose names follow an `@`; of members with the same name, those that
 * were chosen.
 */
function mentionedIn(text: string, members: readonly Member[], chosen: ReadonlySet<string>): string[] {
  const names = new Set(findMentions(text, members).map(({ member }) => member.name));
  return [...names].flatMap((name) => {
    const ids = members.filter((member) => member.name === name).map(({ userId }) => userId);
    return ids.length === 1 ? ids : ids.filter((id) => chosen.has(id));
  });
}
