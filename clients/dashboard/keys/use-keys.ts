import { useEffect, useRef } from 'react';
import { type Command, KEYMAP } from './keymap.ts';

type Handlers = Partial<Record<Command, () => void>>;

/** Runs the commands of a screen by their keys. Keys belong to fields and dialogs while in use. */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const key = event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key;
      const entry = KEYMAP.find(({ command, keys }) => keys.includes(key) && latest.current[command]);
      const run = entry && latest.current[entry.command];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Whether the focused element uses the key itself. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  const element = target as Element;
  if (element.matches('input[type="range"]')) return /^(Arrow|Page|Home|End)/.test(key);
  return (
    element.closest('input:not([type="checkbox"]), textarea, select, dialog, [role="menu"], [role="dialog"]') !== null
  );
}
