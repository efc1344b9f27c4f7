import { type FormEvent, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { Button } from '../ui/button.tsx';
import dialog from '../ui/dialog.module.css';
import { Field, FormError } from '../ui/field.tsx';
import { useToast } from '../ui/toasts.tsx';
import classes from './order-capture.module.css';
import { CapturedPagesDocument, OrderCaptureDocument } from './snapshots.generated.ts';
import { VIEWPORTS } from './viewports.ts';

interface Props {
  projectId: string;
  /** Page that is suggested. */
  page: string | undefined;
  onEnd(): void;
}

/** Form that orders a capture of a page in one or several widths. */
export default function OrderCapture({ projectId, page, onEnd }: Props) {
  const { messages } = useApp();
  const toast = useToast();
  const [pages] = useQuery({ query: CapturedPagesDocument, variables: { projectId } });
  const known = (pages.data?.pages?.nodes ?? []).flatMap(({ urls }) => urls);
  const [typed, setTyped] = useState<string>();
  const [widths, setWidths] = useState<readonly number[]>([1_280]);
  const [isFullPage, setFullPage] = useState(true);
  const [{ error, fetching }, order] = useMutation(OrderCaptureDocument);
  const url = typed ?? page ?? known[0] ?? '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    for (const viewport of VIEWPORTS.filter(({ width }) => widths.includes(width))) {
      if ((await order({ projectId, url: url.trim(), viewport, fullPage: isFullPage })).error) return;
    }
    toast(messages.captureOrdered);
    onEnd();
  }
  return (
    <form onSubmit={submit}>
      <h2 id="order-capture" className={dialog.title}>
        {messages.orderCapture}
      </h2>
      <Field
        label={messages.page}
        value={url}
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
        <legend>{messages.width}</legend>
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
      <FormError>{error && failureText(error, messages)}</FormError>
      <div className={dialog.actions}>
        <Button onClick={onEnd}>{messages.cancel}</Button>
        <Button kind="primary" type="submit" disabled={fetching || widths.length === 0}>
          {messages.capture}
        </Button>
      </div>
    </form>
  );
}
