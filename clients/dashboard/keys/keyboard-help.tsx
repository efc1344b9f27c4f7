import { useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import dialog from '../ui/dialog.module.css';
import classes from './keyboard-help.module.css';
import { helpRows } from './keymap.ts';
import { useKeys } from './use-keys.ts';

const ID = 'keyboard-help';

export function showKeyboardHelp(): void {
  (document.getElementById(ID) as HTMLDialogElement | null)?.showModal();
}

/** Dialog with all shortcuts; `?` opens it. */
export function KeyboardHelp() {
  const { messages } = useApp();
  const element = useRef<HTMLDialogElement>(null);
  useKeys({ help: showKeyboardHelp });
  return (
    <dialog id={ID} ref={element} className={dialog.dialog} aria-labelledby={`${ID}-title`}>
      <h2 id={`${ID}-title`} className={dialog.title}>
        {messages.keysTitle}
      </h2>
      <dl className={classes.rows}>
        {helpRows(messages).map(([keys, text]) => (
          <div key={text} className={classes.row}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className={dialog.actions}>
        <Button onClick={() => element.current?.close()}>{messages.close}</Button>
      </div>
    </dialog>
  );
}
