import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Command, KEYMAP } from './keymap.ts';

type Handlers = Partial<Record<Command, () => void>>;

/** Handlers of the parts of the screen that are drawn. */
const drawn = new Set<{ readonly current: Handlers }>();

/** Returns the handlers of all commands that have an effect on the present screen. */
export const availableCommands = (): Handlers => Object.assign({}, ...Array.from(drawn, ({ current }) => current));

/** Runs the commands of a screen by their keys. Keys belong to fields and dialogs while in use. */
export function useKeys(handlers: Handlers): void {
  const latest = useRef(handlers);
  // Before the next key, which acts on what is drawn.
  useLayoutEffect(() => {
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
    drawn.add(latest);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      drawn.delete(latest);
    };
  }, []);
}

/** Time between G and the key of a screen, milliseconds. */
const SEQUENCE_MS = 1_500;

/** Runs a handler when its key follows G. The keys of the screen have no effect then. */
export function useKeysAfterG(handlers: Record<string, () => void>): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      const isSecond = event.timeStamp - pressedAt <= SEQUENCE_MS;
      pressedAt = !isSecond && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const run = isSecond ? latest.current[event.key] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    };
    // Before the listeners of the screen, which leave prevented keys alone.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Whether the focused element uses the key itself. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  const element = target as Element;
  // A dialog that the last key closed has the focus until the page is drawn.
  if (element.closest('dialog:not([open])')) return false;
  if (element.closest('dialog, [role="menu"], [role="dialog"]')) return true;
  if (element.matches('input[type="range"], input[type="radio"]')) return /^(Arrow|Page|Home|End)/.test(key);
  return element.closest('input:not([type="checkbox"]), textarea, select') !== null;
}
