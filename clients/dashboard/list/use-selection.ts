import { useCallback, useMemo, useState } from 'react';

/** Chosen items of a list, for changes of several at once. Items that left it are not chosen. */
export function useSelection<Item extends { id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const chosen = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids]);

  /** Chooses or releases one item; with `isRange`, all from the one toggled before to this one. */
  const toggle = useCallback(
    (id: string, isRange = false) => {
      const indexOf = (wanted: string | undefined) => items.findIndex((item) => item.id === wanted);
      const [from, to] = [indexOf(anchor), indexOf(id)].sort((a, b) => a - b);
      setIds((previous) => {
        const next = new Set(previous);
        if (isRange && from !== undefined && from >= 0) {
          for (const item of items.slice(from, (to ?? from) + 1)) next.add(item.id);
        } else if (!next.delete(id)) next.add(id);
        return next;
      });
      setAnchor(id);
    },
    [items, anchor],
  );
  return {
    chosen,
    has: (id: string) => ids.has(id),
    toggle,
    add: useCallback((added: readonly string[]) => {
      setIds((previous) => new Set([...previous, ...added]));
      setAnchor(added.at(-1));
    }, []),
    clear: useCallback(() => setIds(new Set()), []),
  };
}
