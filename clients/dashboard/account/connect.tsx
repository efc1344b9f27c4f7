import { useSearch } from '@tanstack/react-router';
import { use, useState, useSyncExternalStore } from 'react';
import { useApp } from '../app-context.ts';
import { sendCode } from '../data/panel-code.ts';
import { post, SessionError } from '../data/session.ts';
import { fill } from '../i18n/languages.ts';
import { loadPanelTexts } from '../i18n/panel.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';
import classes from './entry-page.module.css';
import { EntryPage } from './entry-page.tsx';

/** Window that the panel opens for the log-in. It gives the panel a code, after a click. */
export function Connect() {
  const { messages, language, session } = useApp();
  const texts = use(loadPanelTexts(language));
  const { projectId, origin, challenge } = useSearch({ from: '/connect' });
  const user = useSyncExternalStore(session.subscribe, () => session.current()?.user);
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [error, setError] = useState('');

  async function connect(isTyped: boolean): Promise<void> {
    setError('');
    try {
      const body = { projectId, origin, challenge, isTyped };
      const created = await post<{ code: string }>('/auth/session/panel-code', body);
      if (isTyped) setCode(created.code);
      else if (window.opener) {
        sendCode(window.opener, created.code);
        setSent(true);
      }
    } catch (failure) {
      setError((failure instanceof SessionError && failure.message) || messages.noResponse);
    }
  }

  if (!projectId || !origin || !challenge) {
    return (
      <EntryPage title={texts.connectTitle}>
        <p>{texts.incomplete}</p>
      </EntryPage>
    );
  }
  if (code) {
    return (
      <EntryPage title={fill(texts.typeCode, { origin })}>
        <output className={classes.code}>{code}</output>
        <p className={classes.note}>{texts.typeCodeHint}</p>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={texts.connectTitle}>
      <p>{fill(texts.connectHint, { origin })}</p>
      {isSent ? (
        <>
          <p role="status">{texts.done}</p>
          <Button kind="quiet" onClick={() => void connect(true)}>
            {texts.noReaction}
          </Button>
        </>
      ) : (
        <>
          {/* Without the panel as its opener, the window has nobody to send the code to. */}
          <Button kind="primary" onClick={() => void connect(!window.opener)}>
            {fill(texts.continueAs, { name: user?.name ?? '' })}
          </Button>
          <Button kind="quiet" onClick={() => void session.end().then(() => location.reload())}>
            {texts.otherAccount}
          </Button>
        </>
      )}
      <FormError>{error}</FormError>
    </EntryPage>
  );
}
