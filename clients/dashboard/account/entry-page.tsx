import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { SessionError } from '../data/session.ts';
import { FormError } from '../ui/field.tsx';
import { GuideLink } from '../ui/guide-link.tsx';
import { Mark } from '../ui/mark.tsx';
import { WrongAddress } from '../ui/wrong-address.tsx';
import classes from './entry-page.module.css';

/** Frame of the screens before the log-in. */
export function EntryPage({ title, children, footer }: { title: string; children: ReactNode; footer?: ReactNode }) {
  const { messages } = useApp();
  return (
    <main className={classes.page}>
      <title>{`${title} · ${messages.appName}`}</title>
      <div className={classes.card}>
        <Mark size={36} />
        <h1 className={classes.title}>{title}</h1>
        <WrongAddress />
        {children}
      </div>
      {footer && <div className={classes.footer}>{footer}</div>}
      <GuideLink />
    </main>
  );
}

interface FormProps {
  children: ReactNode;
  /** Sends the values. Its SessionError is shown; what was typed stays. */
  onSubmit(values: Record<string, string>): Promise<void>;
}

/** Form that shows the failure of its submission. */
export function EntryForm({ children, onSubmit }: FormProps) {
  const { messages } = useApp();
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, `${value}`]),
    );
    setError('');
    setBusy(true);
    try {
      await onSubmit(values);
    } catch (failure) {
      setError((failure instanceof SessionError && failure.message) || messages.noResponse);
    }
    setBusy(false);
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <fieldset disabled={isBusy} className={classes.fields}>
        {children}
      </fieldset>
      <FormError>{error}</FormError>
    </form>
  );
}
