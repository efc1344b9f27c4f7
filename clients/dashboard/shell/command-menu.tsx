import { useEffect, useRef, useState } from 'react';
import { useApp } from '../app-context.ts';
import { commandNames, KEYMAP, screenKeys } from '../keys/keymap.ts';
import { availableCommands, useKeysAfterG } from '../keys/use-keys.ts';
import dialog from '../ui/dialog.module.css';
import classes from './command-menu.module.css';
import { type Destination, useDestinations } from './use-destinations.ts';

interface Entry extends Omit<Destination, 'key'> {
  /** As the list of shortcuts shows them. */
  keys?: string;
}

const isApple = /^(Mac|iP)/.test(navigator.platform);

/**
 * Menu of the commands of the screen and of all screens, which Ctrl+K opens, and the keys after G.
 */
export function CommandMenu() {
  const { messages } = useApp();
  const element = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState<{ count: number; entries: readonly Entry[] }>();
  const destinations = useDestinations();
  useKeysAfterG(Object.fromEntries(destinations.flatMap(({ key, go }) => (key ? [[key, go]] : []))));

  const commands = (): Entry[] => {
    const available = availableCommands();
    const names = commandNames(messages);
    return KEYMAP.flatMap(({ command, keys: [key = ''] }) => {
      const [name, go] = [names[command], available[command]];
      return name && go ? [{ id: command, name, keys: key.toUpperCase(), go }] : [];
    });
  };
  const open = () => {
    const screens = destinations.map(({ key, ...screen }) => ({
      ...screen,
      ...(key && { keys: screenKeys(key) }),
    }));
    setOpened((previous) => ({ count: (previous?.count ?? 0) + 1, entries: [...commands(), ...screens] }));
    element.current?.showModal();
  };
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = isApple ? event.metaKey : event.ctrlKey;
      if (!hasModifier || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <dialog
      ref={element}
      className={`${dialog.dialog} ${classes.menu}`}
      aria-label={messages.commands}
      // The menu may be open again when this event arrives.
      onClose={() => !element.current?.open && setOpened(undefined)}
      // A press beside the menu hits the dialog itself.
      onPointerDown={({ target }) => target === element.current && element.current?.close()}
    >
      {opened && (
        <Entries
          key={opened.count}
          entries={opened.entries}
          onChoose={({ go }) => {
            // The focus returns to where it was, from where the command begins.
            element.current?.close();
            go();
          }}
        />
      )}
    </dialog>
  );
}

interface EntriesProps {
  entries: readonly Entry[];
  onChoose(entry: Entry): void;
}

function Entries({ entries, onChoose }: EntriesProps) {
  const { messages } = useApp();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const words = text.toLowerCase().split(/\s+/);
  const found = entries.filter(({ name, project = '' }) => {
    const all = `${name} ${project}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const active = found[index];
  const idOf = (entry: Entry | undefined) => entry && `command-${entry.id}`;

  const move = (target: number) => {
    setIndex(target);
    list.current?.children[target]?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) move((index + step + found.length) % found.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && active) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the menu was opened to type in it
        autoFocus
        className={classes.field}
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={idOf(active)}
        aria-label={messages.commands}
        placeholder={messages.commands}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id="commands" role="listbox" aria-label={messages.commands} className={classes.list}>
        {found.map((entry, at) => (
          <div
            key={entry.id}
            id={idOf(entry)}
            role="option"
            tabIndex={-1}
            aria-selected={entry === active}
            className={classes.entry}
            onPointerMove={() => setIndex(at)}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(entry);
            }}
          >
            <span className={classes.name}>{entry.name}</span>
            {entry.project && <span className={classes.project}>{entry.project}</span>}
            {entry.keys && <kbd>{entry.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className={classes.none}>
          {messages.noCommand}
        </p>
      )}
    </>
  );
}
