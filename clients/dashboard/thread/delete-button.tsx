import { type ReactNode, useId, useRef } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import dialog from '../ui/dialog.module.css';

interface Props {
  /** Name of the button for screen readers. */
  label: string;
  question: string;
  hint: string;
  onDelete(): void;
  children: ReactNode;
}

/** Button with an icon that asks before it deletes something. */
export function DeleteButton({ label, question, hint, onDelete, children }: Props) {
  const { messages } = useApp();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  const close = () => element.current?.close();
  return (
    <>
      <Button kind="quiet" title={label} aria-label={label} onClick={() => element.current?.showModal()}>
        {children}
      </Button>
      <dialog ref={element} className={dialog.dialog} aria-labelledby={id}>
        <h2 id={id} className={dialog.title}>
          {question}
        </h2>
        <p>{hint}</p>
        <div className={dialog.actions}>
          <Button onClick={close}>{messages.cancel}</Button>
          <Button
            kind="danger"
            onClick={() => {
              close();
              onDelete();
            }}
          >
            {messages.deleteComment}
          </Button>
        </div>
      </dialog>
    </>
  );
}
