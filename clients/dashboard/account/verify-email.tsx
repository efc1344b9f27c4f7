import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { link } from '../data/link.ts';
import { post } from '../data/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import classes from './entry-page.module.css';
import { EntryForm, EntryPage } from './entry-page.tsx';

/** Verifies the address of an account after a click: programs that check links press no button. */
export function VerifyEmail() {
  const { messages } = useApp();
  const [isDone, setDone] = useState(false);
  const text = isDone ? messages.verified : messages.verifyHint;
  return (
    <EntryPage title={messages.verifyTitle}>
      <p role="status" className={isDone ? undefined : classes.note}>
        {link.token ? text : `${messages.incompleteLink}. ${messages.incompleteLinkHint}`}
      </p>
      {link.token && !isDone ? (
        <EntryForm
          onSubmit={async () => {
            await post('/auth/email-verification/confirm', { token: link.token });
            setDone(true);
          }}
        >
          <Button kind="primary" type="submit">
            {messages.verify}
          </Button>
        </EntryForm>
      ) : (
        <Link to="/" className={buttonClass('plain')}>
          {messages.openDashboard}
        </Link>
      )}
    </EntryPage>
  );
}
