import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button, type ButtonKind } from './button.tsx';
import dialog from './dialog.module.css';
import { Field } from './field.tsx';
import { Form, type Outcome } from './form.tsx';

interface TriggerProps {
  /** Text of the button that opens the dialog. */
  label: ReactNode;
  /** Name of the button for screen readers, if its text is not enough. */
  name?: string | undefined;
  kind?: ButtonKind;
  /** The button, for keys that press it. */
  ref?: Ref<HTMLButtonElement> | undefined;
  disabled?: boolean;
  title: string;
}

interface FormDialogProps extends TriggerProps {
  saveLabel?: string;
  onSave(values: FormData): Promise<Outcome>;
  children: ReactNode;
}

/** Button that opens a dialog with a form, which closes when it is saved. */
export function FormDialog({ saveLabel, onSave, children, ...trigger }: FormDialogProps) {
  return (
    <Dialog {...trigger}>
      {(close) => (
        <Form isNew saveLabel={saveLabel ?? trigger.title} onSave={onSave} onSaved={close} onCancel={close}>
          {children}
        </Form>
      )}
    </Dialog>
  );
}

interface ConfirmProps extends TriggerProps {
  hint: ReactNode;
  /** Text of the button that does it. Default: the title. */
  action?: string;
  /** Text that has to be typed first. */
  typed?: string;
  onConfirm(): Promise<Outcome>;
}

/** Button that asks before it does something that cannot be undone. */
export function ConfirmDialog({ hint, action, typed, onConfirm, ...trigger }: ConfirmProps) {
  const texts = useSettingsTexts();
  const [text, setText] = useState('');
  return (
    <Dialog {...trigger}>
      {(close) => (
        <Form
          isNew
          isDanger
          saveLabel={action ?? trigger.title}
          isReady={typed === undefined || text === typed}
          onSave={onConfirm}
          onSaved={close}
          onCancel={close}
        >
          <p>{hint}</p>
          {typed !== undefined && (
            <Field
              label={fill(texts.typeToConfirm, { text: typed })}
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Form>
      )}
    </Dialog>
  );
}

/** Button with a modal dialog. The content exists while it is open. */
export function Dialog({
  label,
  name,
  kind = 'plain',
  ref,
  disabled = false,
  title,
  children,
}: TriggerProps & { children(close: () => void): ReactNode }) {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // Each opening has a number: the browser reports the end of one later, perhaps after the next
  // began.
  const openings = useRef(0);
  const [opening, setOpening] = useState<number>();
  useEffect(() => {
    if (opening !== undefined) element.current?.showModal();
  }, [opening]);
  const open = () => {
    openings.current += 1;
    setOpening(openings.current);
  };
  return (
    <>
      <Button ref={ref} kind={kind} aria-label={name} title={name} disabled={disabled} onClick={open}>
        {label}
      </Button>
      {opening !== undefined && (
        <dialog
          key={opening}
          ref={element}
          className={dialog.dialog}
          aria-labelledby={id}
          onClose={() => setOpening((current) => (current === opening ? undefined : current))}
        >
          <h2 id={id} className={dialog.title}>
            {title}
          </h2>
          {children(() => element.current?.close())}
        </dialog>
      )}
    </>
  );
}
