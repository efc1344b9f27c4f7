import { Popover } from '@base-ui/react/popover';
import { type ReactNode, type Ref, useState } from 'react';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import classes from './label-picker.module.css';
import menu from './menu.module.css';

interface Label {
  id: string;
  name: string;
  color: string;
}

interface Props {
  labels: readonly Label[];
  /** Ids of chosen labels. */
  chosen: readonly string[];
  onToggle(id: string): void;
  /** Creates a label with a name that none has; absent without the right. */
  onCreate: ((name: string) => void) | undefined;
  /** Name of a button without text. */
  label?: string;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** Button that opens the labels of a project, with a field to find or create one. */
export function LabelPicker({ labels, chosen, onToggle, onCreate, label, className, ref, children }: Props) {
  const { messages } = useApp();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const isNew = wanted !== '' && labels.every(({ name }) => name.toLowerCase() !== wanted.toLowerCase());
  const found = labels.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));

  function takeFirst(): void {
    if (isNew && found.length === 0) onCreate?.(wanted);
    else if (found[0]) onToggle(found[0].id);
    setText('');
  }
  return (
    <Popover.Root>
      <Popover.Trigger ref={ref} className={className} aria-label={label} title={label}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className={menu.positioner}>
          <Popover.Popup className={menu.popup} aria-label={messages.labels}>
            <input
              className={classes.search}
              aria-label={messages.findLabel}
              placeholder={messages.findLabel}
              maxLength={60}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={({ key }) => {
                if (key === 'Enter') takeFirst();
              }}
            />
            {found.map(({ id, name, color }) => (
              <label key={id} className={classes.option}>
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
                <span className={classes.dot} style={{ background: color }} />
                <span className={classes.name}>{name}</span>
              </label>
            ))}
            {isNew && onCreate && (
              <button
                type="button"
                className={classes.option}
                onClick={() => {
                  onCreate(wanted);
                  setText('');
                }}
              >
                {fill(messages.createLabel, { name: wanted })}
              </button>
            )}
            {labels.length === 0 && !isNew && <p className={menu.label}>{messages.noLabels}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
