import { useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import dialogClasses from '../ui/dialog.module.css';
import classes from './keyboard-help.module.css';
import { helpRows } from './keymap.ts';
import { useKeys } from './use-keys.ts';

const ID = 'keyboard-help';

export function showKeyboardHelp(): void {
  const dialog = document.getElementById(ID) as HTMLDialogElement | null;
  dialog?.showModal();
  // The focus is on the button at the end, which is out of sight on a small screen.
  dialog?.scrollTo(0, 0);
}

/** Dialog with all shortcuts; `?` opens it. */
export function KeyboardHelp() {
  const { messages } = useApp();
  const element = useRef<HTMLDialogElement>(null);
  useKeys({ help: showKeyboardHelp });
  return (
    <dialog id={ID} ref={element} className={`${dialogClasses.dialog} ${classes.help}`} aria-labelledby={`${ID}-title`}>
      <h2 id={`${ID}-title`} className={dialogClasses.title}>
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
      <div className={dialogClasses.actions}>
        <Button onClick={() => element.current?.close()}>{messages.close}</Button>
      </div>
    </dialog>
  );
}
