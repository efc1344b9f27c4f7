import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useApp } from '../app-context.ts';
import { readCode } from '../data/panel-code.ts';
import { SessionError } from '../data/session.ts';
import { fill } from '../i18n/languages.ts';
import type { PanelTexts } from '../i18n/panel.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError } from '../ui/field.tsx';
import type { Host } from './host.ts';
import classes from './panel.module.css';
import type { PanelSession } from './panel-session.ts';
import { createVerifier, type Verifier } from './pkce.ts';

interface Props {
  host: Host;
  session: PanelSession;
  projectId: string;
  texts: PanelTexts;
}

/** Logs in by a popup, which sends a code; where the popup has no opener, the code is typed. */
export function PanelLogIn({ host, session, projectId, texts }: Props) {
  const { messages } = useApp();
  // A browser opens a popup during a click only, so that the verifier is made before.
  const [verifier, setVerifier] = useState<Verifier>();
  const [state, setState] = useState<'ready' | 'waiting' | 'noWindow' | 'insecure'>('ready');
  const [error, setError] = useState('');
  const popup = useRef<Window>(null);

  useEffect(() => {
    createVerifier().then(setVerifier, () => setState('insecure'));
  }, []);

  useEffect(() => {
    if (!verifier) return undefined;
    const receive = (event: MessageEvent<unknown>) => {
      const code = readCode(event, popup.current);
      if (code) void redeem(code);
    };
    const redeem = async (code: string) => {
      setError('');
      try {
        await session.exchange(code, verifier.verifier);
        popup.current?.close();
      } catch (failure) {
        setError((failure instanceof SessionError && failure.message) || messages.noResponse);
      }
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  }, [verifier, session, messages]);

  const address = `/app/connect?${new URLSearchParams({
    projectId,
    origin: host.origin,
    challenge: verifier?.challenge ?? '',
  })}`;
  const open = () => {
    popup.current = window.open(address, 'pinbound-connect', 'popup,width=480,height=680');
    setState(popup.current ? 'waiting' : 'noWindow');
  };
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setError('');
    const code = String(new FormData(event.currentTarget).get('code'));
    try {
      await session.exchange(code, verifier?.verifier ?? '');
    } catch (failure) {
      setError((failure instanceof SessionError && failure.message) || messages.noResponse);
    }
  }

  return (
    <main className={classes.entry}>
      <h1 className={classes.title}>{texts.logInTitle}</h1>
      <p className={classes.soft}>{fill(texts.logInHint, { service: location.host })}</p>
      {state === 'insecure' ? (
        <p role="alert">{texts.insecure}</p>
      ) : (
        <Button kind="primary" disabled={!verifier} onClick={open}>
          {messages.logIn}
        </Button>
      )}
      {state === 'waiting' && <p role="status">{texts.waiting}</p>}
      {state === 'noWindow' && (
        <>
          <p role="status">{texts.noWindow}</p>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {texts.openTab}
          </a>
        </>
      )}
      {(state === 'waiting' || state === 'noWindow') && (
        <form className={classes.form} onSubmit={(event) => void submit(event)}>
          <Field label={texts.code} name="code" autoComplete="one-time-code" autoCapitalize="characters" required />
          <Button type="submit">{texts.useCode}</Button>
        </form>
      )}
      <FormError>{error}</FormError>
    </main>
  );
}
