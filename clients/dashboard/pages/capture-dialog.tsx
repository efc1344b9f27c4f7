import { type FormEvent, type RefObject, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import dialog from '../ui/dialog.module.css';
import { Field, FormError } from '../ui/field.tsx';
import classes from './capture-dialog.module.css';
import type { CapturePageMutationVariables } from './pages.generated.ts';

interface Props {
  ref: RefObject<HTMLDialogElement | null>;
  capture(order: Omit<CapturePageMutationVariables, 'projectId'>): Promise<string | undefined>;
}

/** Usual windows by their width, CSS pixels. */
const HEIGHTS = { '1440': 900, '820': 1_180, '390': 844 } as const;
type Width = keyof typeof HEIGHTS;

/** Form for the capture of any page of the site. A failure keeps the address. */
export function CaptureDialog({ ref, capture }: Props) {
  const { messages } = useApp();
  const [address, setAddress] = useState('');
  const [width, setWidth] = useState<Width>('1440');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = address.trim();
    const url = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
    setBusy(true);
    const reason = await capture({ url, viewport: { width: Number(width), height: HEIGHTS[width] }, fullPage: true });
    setBusy(false);
    setError(reason);
    if (reason !== undefined) return;
    setAddress('');
    ref.current?.close();
  }
  return (
    <dialog ref={ref} className={dialog.dialog} aria-labelledby="capture-title">
      <h2 id="capture-title" className={dialog.title}>
        {messages.capturePage}
      </h2>
      <form className={classes.form} onSubmit={submit}>
        <Field
          label={messages.pageAddress}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          inputMode="url"
          placeholder="https://"
          maxLength={2_048}
          required
        />
        <div className={classes.widths}>
          <span aria-hidden="true">{messages.viewportWidth}</span>
          <Choices<Width>
            legend={messages.viewportWidth}
            value={width}
            options={{ '390': '390', '820': '820', '1440': '1440' }}
            onChange={setWidth}
          />
        </div>
        <FormError>{error}</FormError>
        <div className={dialog.actions}>
          <Button onClick={() => ref.current?.close()}>{messages.cancel}</Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {messages.capture}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
