import { Camera } from 'lucide-react';
import { type FormEvent, type Ref, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { CapturedPagesDocument } from '../data/captured-pages.generated.ts';
import { VIEWPORTS } from '../data/viewports.ts';
import { Button, type ButtonKind } from './button.tsx';
import classes from './capture-dialog.module.css';
import dialog from './dialog.module.css';
import { Dialog } from './dialogs.tsx';
import { Field, FormError } from './field.tsx';

/** A capture of one page in one window. */
export interface CaptureOrder {
  url: string;
  viewport: { width: number; height: number };
  fullPage: boolean;
}

interface Props {
  projectId: string;
  /** Page that is suggested. */
  page?: string | undefined;
  kind?: ButtonKind;
  ref?: Ref<HTMLButtonElement>;
  /** @returns the reason if the capture could not be ordered */
  order(capture: CaptureOrder): Promise<string | undefined>;
}

/** Button with a dialog that orders captures of any page of the site in one or several widths. */
export function CaptureDialog({ kind = 'plain', ref, ...form }: Props) {
  const { messages } = useApp();
  const label = (
    <>
      <Camera size={14} aria-hidden="true" />
      {messages.orderCapture}
    </>
  );
  return (
    <Dialog ref={ref} label={label} kind={kind} title={messages.orderCapture}>
      {(close) => <CaptureForm {...form} onEnd={close} />}
    </Dialog>
  );
}

/** A failure keeps what was typed. */
function CaptureForm({ projectId, page, order, onEnd }: Omit<Props, 'kind' | 'ref'> & { onEnd(): void }) {
  const { messages } = useApp();
  const [pages] = useQuery({ query: CapturedPagesDocument, variables: { projectId } });
  const known = (pages.data?.pages?.nodes ?? []).flatMap(({ urls }) => urls);
  const [typed, setTyped] = useState<string>();
  const [widths, setWidths] = useState<readonly number[]>([1_280]);
  const [isFullPage, setFullPage] = useState(true);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const address = typed ?? page ?? '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    const text = address.trim();
    const url = /^https?:\/\//i.test(text) ? text : `https://${text}`;
    for (const viewport of VIEWPORTS.filter(({ width }) => widths.includes(width))) {
      const reason = await order({ url, viewport, fullPage: isFullPage });
      if (reason !== undefined) {
        setError(reason);
        setBusy(false);
        return;
      }
    }
    onEnd();
  }
  return (
    <form onSubmit={submit}>
      <Field
        label={messages.pageAddress}
        value={address}
        onChange={({ target }) => setTyped(target.value)}
        inputMode="url"
        placeholder="https://"
        list="captured-pages"
        maxLength={2_048}
        required
      />
      <datalist id="captured-pages">
        {known.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      <fieldset className={classes.widths}>
        <legend>{messages.viewportWidth}</legend>
        {VIEWPORTS.map(({ width }) => (
          <label key={width} className={classes.check}>
            <input
              type="checkbox"
              checked={widths.includes(width)}
              onChange={({ target }) =>
                setWidths(target.checked ? [...widths, width] : widths.filter((other) => other !== width))
              }
            />
            {width} px
          </label>
        ))}
      </fieldset>
      <label className={classes.check}>
        <input type="checkbox" checked={isFullPage} onChange={({ target }) => setFullPage(target.checked)} />
        {messages.fullPage}
      </label>
      <FormError>{error}</FormError>
      <div className={dialog.actions}>
        <Button onClick={onEnd}>{messages.cancel}</Button>
        <Button kind="primary" type="submit" disabled={isBusy || widths.length === 0}>
          {messages.capture}
        </Button>
      </div>
    </form>
  );
}
